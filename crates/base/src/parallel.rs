//! Work side by side, where there are threads. What comes out is the same with and without them.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// What a function makes of each item and its number, in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "threads")]
    let items = items.par_iter();
    #[cfg(not(feature = "threads"))]
    let items = items.iter();
    items.enumerate().map(|(at, item)| work(at, item)).collect()
}

/// What a function makes of each item, which it may change, in the order of the items.
pub fn map_mut<T: Send, R: Send>(items: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "threads")]
    let items = items.par_iter_mut();
    #[cfg(not(feature = "threads"))]
    let items = items.iter_mut();
    items.map(&work).collect()
}

/// What two functions give.
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "threads")]
    return rayon::join(one, other);
    #[cfg(not(feature = "threads"))]
    (one(), other())
}
