//! Versions of libraries (Modelica Language Specification 3.6, section 18.8.1).

use std::cmp::Ordering;

/// Which of two versions is the later one: numbers count part by part, a version with words after its numbers
/// comes before the same one without, and versions without numbers come first of all.
pub(super) fn order(a: &str, b: &str) -> Ordering {
    let (numbers_a, words_a) = split(a);
    let (numbers_b, words_b) = split(b);
    numbers_a
        .cmp(&numbers_b)
        .then_with(|| words_a.is_empty().cmp(&words_b.is_empty()))
        .then_with(|| words_a.cmp(words_b))
}

/// True if the version of a file or folder is the wanted one; what stands after `+` tells builds of it apart.
pub(super) fn same(found: &str, wanted: &str) -> bool {
    found == wanted || found.split('+').next() == Some(wanted)
}

/// The numbers of a version, and what follows them.
fn split(version: &str) -> (Vec<u64>, &str) {
    let release = version.split('+').next().unwrap_or_default();
    let end = release.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(release.len());
    let numbers = release[..end].split('.').filter_map(|part| part.parse().ok()).collect();
    (numbers, release[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_the_specification_says() {
        let ascending = ["Test 1", "2", "2.1 Beta 1", "2.1 Beta 2", "2.1", "2.2", "3.2.3", "10.0"];
        for pair in ascending.windows(2) {
            assert_eq!(order(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(order(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
    }

    #[test]
    fn builds_of_a_version_are_that_version() {
        assert!(same("4.0.0", "4.0.0") && same("4.0.0+build.7", "4.0.0"));
        assert!(!same("4.0.1", "4.0.0") && !same("4.0.0 Beta", "4.0.0"));
    }
}
