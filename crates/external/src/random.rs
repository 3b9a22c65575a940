//! `ModelicaRandom`: the xorshift generators of S. Vigna, "An experimental exploration of Marsaglia's xorshift
//! generators, scrambled", ACM Transactions on Mathematical Software 42 (2016).
//!
//! The library hands the states around as 32-bit integers, the lower half of a word first. Its first two
//! generators keep the output in the place of the state; this is done here too, so that numbers agree.

/// The next state and a number between zero and one.
pub fn xorshift64star(state: [i32; 2]) -> ([i32; 2], f64) {
    let (_, output) = star(join(state));
    (split(output), unit(output))
}

/// The next state and a number between zero and one.
pub fn xorshift128plus(state: [i32; 4]) -> ([i32; 4], f64) {
    let [a, b, c, d] = state;
    let (first, second) = (join([a, b]), join([c, d]));
    let mixed = first ^ first << 23;
    let output = (mixed ^ second ^ mixed >> 17 ^ second >> 26).wrapping_add(second);
    let ([a, b], [c, d]) = (split(second), split(output));
    ([a, b, c, d], unit(output))
}

/// The next state and a number between zero and one. The last integer of the state is a position in the others.
pub fn xorshift1024star(state: [i32; 33]) -> ([i32; 33], f64) {
    let word = |at: usize| join([state[2 * at], state[2 * at + 1]]);
    let at = (state[32] & 15) as usize;
    let next = (at + 1) % 16;
    let (first, mut second) = (word(at), word(next));
    second ^= second << 31;
    second ^= second >> 11;
    let mixed = second ^ first ^ first >> 30;
    let mut new = state;
    [new[2 * next], new[2 * next + 1]] = split(mixed);
    new[32] = next as i32;
    (new, unit(mixed.wrapping_mul(1_181_783_497_276_652_981)))
}

/// The generator xorshift64* as published: the next state and the output.
fn star(state: u64) -> (u64, u64) {
    let mut x = state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    (x, x.wrapping_mul(2_685_821_657_736_338_717))
}

fn join([low, high]: [i32; 2]) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

fn split(word: u64) -> [i32; 2] {
    [word as u32 as i32, (word >> 32) as u32 as i32]
}

/// A word as a number from zero to one.
fn unit(word: u64) -> f64 {
    const SCALE: f64 = 1.0 / 18_446_744_073_709_551_616.0;
    word as i64 as f64 * SCALE + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xorshift64star_gives_the_published_sequence() {
        // The upper halves for the seed 1234567, as listed on Rosetta Code.
        let mut state = 1_234_567;
        let mut upper = Vec::new();
        for _ in 0..5 {
            let (next, output) = star(state);
            state = next;
            upper.push(output >> 32);
        }
        assert_eq!(upper, [3_540_625_527, 2_750_739_987, 4_037_983_143, 1_993_361_440, 3_809_424_708]);
    }

    #[test]
    fn words_are_split_lower_half_first() {
        assert_eq!(split(0x0000_0001_ffff_ffff), [-1, 1]);
        assert_eq!(join([-1, 1]), 0x0000_0001_ffff_ffff);
    }

    #[test]
    fn numbers_lie_around_one_half() {
        assert_eq!(unit(0), 0.5);
        assert_eq!(unit(1 << 63), 0.0);
        assert_eq!(unit(1 << 62), 0.75);
    }
}
