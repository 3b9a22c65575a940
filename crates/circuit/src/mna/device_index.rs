//! Which devices have moved: found from the unknowns that did, so that those at rest cost nothing.

/// So many unknowns are looked at together.
const BLOCK: usize = 16;

/// The devices at each unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct DeviceIndex {
    starts: Vec<u32>,
    devices: Vec<u32>,
    /// Devices that were found already.
    found: Vec<bool>,
}

impl DeviceIndex {
    /// Devices by the unknowns of their terminals; ground, which has the number zero, never moves.
    pub(super) fn new<'a, const N: usize>(
        terminals: impl ExactSizeIterator<Item = &'a [u32; N]> + Clone,
    ) -> DeviceIndex {
        let count = terminals.clone().flatten().max().map_or(1, |&most| most as usize + 1);
        let mut starts = vec![0u32; count + 2];
        let once = |spots: &'a [u32; N]| {
            let all = spots.iter().enumerate();
            all.filter(|&(at, spot)| *spot > 0 && !spots[..at].contains(spot)).map(|(_, &spot)| spot as usize)
        };
        for spot in terminals.clone().flat_map(once) {
            starts[spot + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut devices = vec![0; starts[count + 1] as usize];
        let found = vec![false; terminals.len()];
        for (device, spots) in (0u32..).zip(terminals) {
            for spot in once(spots) {
                let next = &mut starts[spot + 1];
                devices[*next as usize] = device;
                *next += 1;
            }
        }
        starts.pop();
        DeviceIndex { starts, devices, found }
    }

    /// Brings what was told of each unknown to its value if they are farther apart than `still`, and adds all devices to a
    /// list that stand there and are not in it. What is not a number is far from everything.
    pub(super) fn collect_moved(
        &mut self,
        values: &[f64],
        still: f64,
        told: &mut Vec<f64>,
        list: &mut Vec<u32>,
    ) {
        told.resize(self.starts.len() - 1, f64::NAN);
        for &device in list.iter() {
            self.found[device as usize] = true;
        }
        let blocks = told.chunks_mut(BLOCK).zip(values.chunks(BLOCK)).enumerate();
        for (block, (told, values)) in blocks {
            // Nearly everywhere nothing moves, which is seen for a whole block without asking for each.
            let any = told.iter().zip(values).fold(false, |any, pair| any | moved(pair, still));
            if !any {
                continue;
            }
            self.look(block * BLOCK, values, still, told, list);
        }
        for &device in list.iter() {
            self.found[device as usize] = false;
        }
    }

    /// The same for some unknowns in a row.
    fn look(&mut self, first: usize, values: &[f64], still: f64, told: &mut [f64], list: &mut Vec<u32>) {
        for (at, (told, value)) in (first..).zip(told.iter_mut().zip(values)) {
            if !moved((told, value), still) {
                continue;
            }
            *told = *value;
            for &device in &self.devices[self.starts[at] as usize..self.starts[at + 1] as usize] {
                if !std::mem::replace(&mut self.found[device as usize], true) {
                    list.push(device);
                }
            }
        }
    }
}

/// Whether a value is farther from what was told than nothing.
fn moved((told, value): (&f64, &f64), still: f64) -> bool {
    let step = (value - told).abs();
    step > still || step.is_nan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_moved_is_found() {
        let terminals = [[1, 2, 0], [2, 3, 3], [4, 4, 1]];
        let mut nearby = DeviceIndex::new(terminals.iter());
        let (mut told, mut list) = (Vec::new(), Vec::new());
        let mut moved = |values: [f64; 5], list: &mut Vec<u32>| {
            nearby.collect_moved(&values, 0.1, &mut told, list);
            std::mem::take(list)
        };
        assert_eq!(moved([0.0; 5], &mut list), [0, 2, 1]);
        assert_eq!(moved([0.0, 0.05, 0.0, 1.0, 0.0], &mut list), [1]);
        // Small movements add up.
        assert_eq!(moved([0.0, 0.11, 0.0, 1.0, 0.0], &mut list), [0, 2]);
        list = vec![2];
        assert_eq!(moved([0.0, 0.11, 0.0, 1.0, f64::NAN], &mut list), [2]);
        assert_eq!(moved([0.0, 0.11, 0.0, 1.0, f64::NAN], &mut list), [2]);
    }
}
