//! Which hours a window holds.
//!
//! Hours are UTC hours. The window's hour is the latest that a document brought; it and the `width` hours before it are
//! held. A time of more than an hour past the clock does not move it: such a document is judged as of now, and what is
//! later than the window's hour is held for `width` hours of its own, so that one wrong date loses nothing.

/// Microseconds.
const HOUR: i64 = 3_600_000_000;

/// Whose time a document was judged at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// Its own.
    Document,
    /// It has none: the time of its arrival.
    Arrival,
    /// Its own lies too far ahead: the time of its arrival.
    Ahead,
}

/// When a document was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// In microseconds since 1970.
    pub time: i64,
    pub stamp: Stamp,
}

impl Moment {
    pub fn of(time: Option<i64>, now: i64) -> Self {
        match time {
            None => Self { time: now, stamp: Stamp::Arrival },
            Some(time) if time > now.saturating_add(HOUR) => Self { time: now, stamp: Stamp::Ahead },
            Some(time) => Self { time, stamp: Stamp::Document },
        }
    }

    pub fn hour(self) -> i64 {
        hour(self.time)
    }
}

pub fn hour(time: i64) -> i64 {
    time.div_euclid(HOUR)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// How many hours before the window's hour are held.
    pub width: i64,
    /// The window's hour.
    pub latest: Option<i64>,
    /// The latest hour at which a document was judged whose own time lay ahead.
    pub ahead: Option<i64>,
    /// Hours before this one were dropped for memory.
    pub floor: Option<i64>,
}

impl Clock {
    pub fn new(width: i64) -> Self {
        Self { width, latest: None, ahead: None, floor: None }
    }

    /// The time goes on.
    pub fn advance(&mut self, moment: Moment) {
        let hand = if moment.stamp == Stamp::Ahead { &mut self.ahead } else { &mut self.latest };
        *hand = (*hand).max(Some(moment.hour()));
    }

    /// Whether documents of an hour are held.
    pub fn holds(&self, hour: i64) -> bool {
        let hand = self.latest.filter(|&latest| hour <= latest).or(self.ahead);
        let width = |hand: i64| hour >= hand.saturating_sub(self.width);
        self.floor.is_none_or(|floor| hour >= floor) && hand.is_some_and(width)
    }

    /// Whether documents of two hours are compared.
    pub fn compares(&self, one: i64, other: i64) -> bool {
        one.abs_diff(other) <= self.width.unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Moment {
        Moment { time: hour * HOUR + 5, stamp: Stamp::Document }
    }

    #[test]
    fn the_hour_and_the_24_before_it_are_held() {
        let mut clock = Clock::new(24);
        assert!(!clock.holds(0));
        clock.advance(at(30));
        clock.advance(at(28));
        assert_eq!(
            (clock.holds(5), clock.holds(6), clock.holds(30), clock.holds(31)),
            (false, true, true, false)
        );
        assert!(clock.compares(6, 30) && clock.compares(30, 6) && !clock.compares(5, 30));
    }

    #[test]
    fn a_time_too_far_ahead_is_now_and_moves_nothing() {
        let now = 40 * HOUR;
        assert_eq!(Moment::of(Some(now + HOUR), now).stamp, Stamp::Document);
        assert_eq!(Moment::of(None, now), Moment { time: now, stamp: Stamp::Arrival });
        let ahead = Moment::of(Some(now + HOUR + 1), now);
        assert_eq!(ahead, Moment { time: now, stamp: Stamp::Ahead });
        let mut clock = Clock::new(24);
        clock.advance(at(10));
        clock.advance(ahead);
        assert_eq!((clock.latest, clock.holds(10), clock.holds(40)), (Some(10), true, true));
        clock.advance(Moment { time: 90 * HOUR, stamp: Stamp::Ahead });
        assert_eq!((clock.holds(10), clock.holds(40), clock.holds(66)), (true, false, true));
        clock.floor = Some(11);
        assert!(!clock.holds(10));
        assert_eq!(hour(-1), -1);
    }
}
