//! Damage: what copying, cutting, typing and broken disks do to a file.

use crate::random::Random;

/// Files get no longer than this, so that the time for one tells whether a reader hangs.
pub(crate) const LONGEST: usize = 64 << 10;

/// Numbers that are seldom thought of.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1e308",
    "1e309",
    "1e-400",
    "5e-324",
    "NaN",
    "Infinity",
    "0.1",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "1e",
    "1e+",
    ".",
    "1.2.3",
    "007",
    "1e99999999999",
];

/// Words of four bytes that are seldom thought of, for binary files.
const WORDS: &[u32] = &[
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
    0x2000_0001,
];

/// A seed with some damage, with pieces of other seeds.
pub(crate) fn damage(random: &mut Random, seeds: &[Vec<u8>], dictionary: &[&str]) -> Vec<u8> {
    let mut bytes = if seeds.is_empty() { Vec::new() } else { seeds[random.below(seeds.len())].clone() };
    // Mostly a little, so that the reader gets far; now and then a lot.
    let most = if random.below(8) == 0 { 60 } else { 6 };
    let strokes = 1 + random.below(most);
    for _ in 0..strokes {
        stroke(random, &mut bytes, seeds, dictionary);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn stroke(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dictionary: &[&str]) {
    let at = random.below(bytes.len() + 1);
    match random.below(12) {
        0 => flip(random, bytes),
        1 => overwrite(bytes, at, &[random.next() as u8]),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(range(random, bytes.len(), 40))),
        4 => {
            let piece = bytes[range(random, bytes.len(), 200)].to_vec();
            let times = if random.below(6) == 0 { 1 + random.below(500) } else { 1 };
            insert(bytes, at, &piece.repeat(times));
        }
        5 => {
            let other: &[u8] = if seeds.is_empty() { &[] } else { &seeds[random.below(seeds.len())] };
            insert(bytes, at, &other[range(random, other.len(), 400)]);
        }
        6 => swap(random, bytes),
        7 => exchange_number(random, bytes),
        8 => overwrite(bytes, at & !3, &WORDS[random.below(WORDS.len())].to_le_bytes()),
        9 => {
            let letter = random.next() as u8;
            insert(bytes, at, &[letter]);
        }
        _ if dictionary.is_empty() => flip(random, bytes),
        10 => insert(bytes, at, random.pick(dictionary).as_bytes()),
        _ => {
            let spaced = format!(" {} ", random.pick(dictionary));
            let line = bytes
                .iter()
                .skip(at)
                .position(|&byte| byte == b'\n')
                .map_or(bytes.len(), |next| at + next + 1);
            insert(bytes, line, spaced.as_bytes());
        }
    }
}

/// Some piece, with so many bytes at most.
fn range(random: &mut Random, length: usize, most: usize) -> std::ops::Range<usize> {
    let start = random.below(length);
    start..(start + random.below(most + 1)).min(length)
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let room = LONGEST.saturating_sub(bytes.len());
    bytes.splice(at..at, piece[..piece.len().min(room)].iter().copied());
}

fn overwrite(bytes: &mut [u8], at: usize, piece: &[u8]) {
    for (byte, new) in bytes.iter_mut().skip(at).zip(piece) {
        *byte = *new;
    }
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    let (at, bit) = (random.below(bytes.len()), random.below(8));
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << bit;
    }
}

/// Two pieces change places, often two lines.
fn swap(random: &mut Random, bytes: &mut Vec<u8>) {
    let first = range(random, bytes.len(), 60);
    let piece: Vec<u8> = bytes.drain(first).collect();
    let at = random.below(bytes.len() + 1);
    insert(bytes, at, &piece);
}

/// Another number in the place of one.
fn exchange_number(random: &mut Random, bytes: &mut Vec<u8>) {
    let from = random.below(bytes.len());
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let end =
        bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |at| start + at);
    bytes.splice(start..end, random.pick(NUMBERS).bytes());
}
