//! Forms of sentences that are alike, and the classes that they are linked into.

use crate::r#match::sentences::NONE;

pub(super) struct Classes {
    /// The class of each form.
    classes: Vec<u32>,
    /// For each form, the other forms that it is like, sorted.
    alike: Vec<u32>,
    starts: Vec<usize>,
}

impl Classes {
    pub(super) fn new(count: usize, left: &[u32], right: &[u32]) -> Self {
        let mut classes: Vec<u32> = (0..count as u32).collect();
        let mut starts = vec![0; count + 1];
        for (&left, &right) in left.iter().zip(right) {
            let (left_root, right_root) = (root(&mut classes, left), root(&mut classes, right));
            classes[left_root.max(right_root) as usize] = left_root.min(right_root);
            starts[left as usize + 1] += 1;
            starts[right as usize + 1] += 1;
        }
        (0..count as u32).for_each(|form| classes[form as usize] = root(&mut classes, form));
        (0..count).for_each(|form| starts[form + 1] += starts[form]);
        let (mut alike, mut next) = (vec![0; starts[count]], starts.clone());
        for (&left, &right) in left.iter().zip(right) {
            for (form, other) in [(left, right), (right, left)] {
                alike[next[form as usize]] = other;
                next[form as usize] += 1;
            }
        }
        (0..count).for_each(|form| alike[starts[form]..starts[form + 1]].sort_unstable());
        Self { classes, alike, starts }
    }

    pub(super) fn class(&self, form: u32) -> u32 {
        if form == NONE { NONE } else { self.classes[form as usize] }
    }

    pub(super) fn are_alike(&self, form: u32, other: u32) -> bool {
        if form == NONE || other == NONE {
            return false;
        }
        form == other || {
            let own = &self.alike[self.starts[form as usize]..self.starts[form as usize + 1]];
            own.binary_search(&other).is_ok()
        }
    }
}

/// The smallest form of the class. The path to it is halved, so that later searches are shorter.
fn root(classes: &mut [u32], mut form: u32) -> u32 {
    while classes[form as usize] != form {
        classes[form as usize] = classes[classes[form as usize] as usize];
        form = classes[form as usize];
    }
    form
}
