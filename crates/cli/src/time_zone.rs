//! How far the clocks of this place are ahead, from the files that Unix systems keep (RFC 8536).

/// The seconds that local time is ahead of universal time at a time in seconds since 1970; zero if nothing tells.
pub(crate) fn offset(time: i64) -> i64 {
    let name = match std::env::var("TZ") {
        Ok(name) if !name.is_empty() => {
            let name = name.trim_start_matches(':');
            if name.starts_with('/') { name.to_string() } else { format!("/usr/share/zoneinfo/{name}") }
        }
        _ => "/etc/localtime".to_string(),
    };
    std::fs::read(name).ok().and_then(|bytes| find(&bytes, time)).unwrap_or(0)
}

/// What a file says. Its first part has times of four bytes; from the second version on another one follows with eight.
fn find(bytes: &[u8], time: i64) -> Option<i64> {
    let head = TzifHeader::new(bytes)?;
    let (head, rest, width) = match head.version {
        0 => (head, bytes.get(44..)?, 4),
        _ => {
            let rest = bytes.get(44 + head.size(4)..)?;
            (TzifHeader::new(rest)?, rest.get(44..)?, 8)
        }
    };
    let times = rest.get(..head.times * width)?;
    let kinds = rest.get(times.len()..)?.get(..head.times)?;
    let types = rest.get(times.len() + kinds.len()..)?.get(..head.types * 6)?;
    let past = times.chunks_exact(width).take_while(|at| number(at) <= time).count();
    let kind = match past.checked_sub(1) {
        Some(last) => usize::from(*kinds.get(last)?),
        // Before the first change the first kind holds that is no summer time.
        None => types.chunks_exact(6).position(|kind| kind[4] == 0).unwrap_or(0),
    };
    Some(number(types.get(6 * kind..6 * kind + 4)?))
}

/// How many of everything a part has.
struct TzifHeader {
    version: u8,
    universal: usize,
    standard: usize,
    leaps: usize,
    times: usize,
    types: usize,
    letters: usize,
}

impl TzifHeader {
    fn new(bytes: &[u8]) -> Option<TzifHeader> {
        let [b'T', b'Z', b'i', b'f', version, ..] = *bytes.get(..44)? else { return None };
        let count = |at: usize| number(&bytes[at..at + 4]) as usize;
        let head = TzifHeader {
            version,
            universal: count(20),
            standard: count(24),
            leaps: count(28),
            times: count(32),
            types: count(36),
            letters: count(40),
        };
        // No count is larger than the file.
        let all = [head.universal, head.standard, head.leaps, head.times, head.types, head.letters];
        all.iter().all(|&count| count <= bytes.len()).then_some(head)
    }

    /// How long the part is after its head.
    fn size(&self, width: usize) -> usize {
        self.times * (width + 1)
            + self.types * 6
            + self.letters
            + self.leaps * (width + 4)
            + self.standard
            + self.universal
    }
}

/// A number with its sign, the most significant byte first.
fn number(bytes: &[u8]) -> i64 {
    let first = i64::from(bytes.first().map_or(0, |&byte| byte as i8));
    bytes.iter().skip(1).fold(first, |all, &byte| all << 8 | i64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::find;

    /// A part with changes at 0 and 1000 seconds: an hour ahead, two hours ahead.
    fn part(version: u8, width: usize) -> Vec<u8> {
        let mut bytes = [b"TZif".as_slice(), &[version], &[0; 15]].concat();
        for count in [0u32, 0, 0, 2, 3, 4] {
            bytes.extend(count.to_be_bytes());
        }
        for time in [0i64, 1000] {
            bytes.extend(&time.to_be_bytes()[8 - width..]);
        }
        bytes.extend([1, 2]);
        for (offset, summer) in [(-60i32, 0u8), (3600, 0), (7200, 1)] {
            bytes.extend(offset.to_be_bytes());
            bytes.extend([summer, 0]);
        }
        bytes.extend(b"ABC\0");
        bytes
    }

    #[test]
    fn both_versions_are_read() {
        for file in [part(0, 4), [part(b'2', 4), part(b'2', 8)].concat()] {
            for (time, offset) in [(-5, -60), (0, 3600), (999, 3600), (1000, 7200), (1 << 40, 7200)] {
                assert_eq!(find(&file, time), Some(offset), "{time}");
            }
        }
    }

    #[test]
    fn broken_files_tell_nothing() {
        let whole = part(0, 4);
        for end in 0..whole.len() - 4 {
            assert_eq!(find(&whole[..end], 5), None, "{end}");
        }
        assert_eq!(find(&[0xff; 100], 5), None);
    }
}
