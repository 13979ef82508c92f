//! window: documents as they arrive, compared with those of the last hours.

mod again;
mod blocks;
mod clock;
mod compact;
mod counts;
mod groups;
mod held;
mod index;
mod lists;
mod lookup;
mod marks;
mod members;
mod numbers;
mod order;
mod orders;
mod paths;
mod saved;
mod sets;
mod sets_saved;
mod slots;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod told;
mod upkeep;

pub use self::again::Judged;
pub use self::clock::{Clock, Moment, Stamp};
pub use self::groups::Group;
pub use self::index::{Clip, SetIndex};
pub use self::paths::PathIndex;
pub use self::saved::{In, Out, Saved, opened};
pub use self::slots::{Index, Passing, Work};
pub use self::stream::Window;
pub use self::told::{Arrival, Met, Remember, Standing, Told};
