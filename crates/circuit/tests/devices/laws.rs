//! What holds of any device at any voltages: derivatives are derivatives, nothing is lost, nothing jumps.

use super::{Device, device};
use circuit::{Bipolar, Diode, Jfet, Mosfet};
use proptest::prelude::*;

/// Central differences of currents and charges, against the derivatives. Differences of two step sizes say how far they
/// can be trusted: near a bend of the curve the two disagree, and the point tells nothing.
fn differentiate<D: Device<N, I>, const N: usize, const I: usize>(
    device: &D,
    v: [f64; N],
) -> Result<(), TestCaseError> {
    let here = device.respond(&v);
    for column in 0..N {
        let at = |step: f64| {
            let mut moved = v;
            moved[column] += step;
            device.respond(&moved)
        };
        let difference = |step: f64| {
            let (up, down) = (at(step), at(-step));
            let slope = |up: [f64; N], down: [f64; N]| -> [f64; N] {
                std::array::from_fn(|row| (up[row] - down[row]) / (2.0 * step))
            };
            (slope(up.current, down.current), slope(up.charge, down.charge))
        };
        let (fine, coarse) = (difference(1e-6), difference(2e-6));
        for row in 0..N {
            let pairs = [
                (fine.0[row], coarse.0[row], here.conductance[row][column], here.current[row], 1e-12),
                (fine.1[row], coarse.1[row], here.capacitance[row][column], here.charge[row], 1e-18),
            ];
            for (fine, coarse, slope, value, least) in pairs {
                let noise = value.abs() * 1e-16 / 1e-6;
                let trust = 30.0 * (fine - coarse).abs() + 1e3 * noise + least * 1e-3 + 1e-6 * slope.abs();
                prop_assert!(
                    (fine - slope).abs() <= trust,
                    "row {row} by voltage {column}: {slope:e}, differences {fine:e} and {coarse:e}"
                );
            }
        }
    }
    Ok(())
}

/// Currents and charges sum to zero, and so do all rows and columns of the derivatives.
fn conserve<D: Device<N, I>, const N: usize, const I: usize>(
    device: &D,
    v: [f64; N],
) -> Result<(), TestCaseError> {
    let here = device.respond(&v);
    let zero = |values: &[f64]| {
        let size: f64 = values.iter().map(|value| value.abs()).sum();
        values.iter().sum::<f64>().abs() <= 1e-13 * size
    };
    prop_assert!(zero(&here.current), "currents {:?}", here.current);
    prop_assert!(zero(&here.charge), "charges {:?}", here.charge);
    for matrix in [here.conductance, here.capacitance] {
        for at in 0..N {
            let column = matrix.map(|row| row[at]);
            prop_assert!(zero(&matrix[at]) && zero(&column), "row or column {at} of {matrix:?}");
        }
    }
    // Only differences of voltages matter.
    let lifted = device.respond(&v.map(|v| v + 1.0));
    for at in 0..N {
        let size = here.current.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        prop_assert!((lifted.current[at] - here.current[at]).abs() <= 1e-10 * size + 1e-20);
    }
    Ok(())
}

/// A tiny step changes currents and charges little, whatever regions it leads to.
fn join<D: Device<N, I>, const N: usize, const I: usize>(
    device: &D,
    from: [f64; N],
    to: [f64; N],
) -> Result<(), TestCaseError> {
    let at = |part: f64| device.respond(&std::array::from_fn(|k| from[k] + part * (to[k] - from[k])));
    const STEPS: usize = 2000;
    let mut points = Vec::with_capacity(STEPS + 1);
    for step in 0..=STEPS {
        points.push(at(step as f64 / STEPS as f64));
    }
    for pair in points.windows(2) {
        for row in 0..N {
            let ends = [
                (
                    pair[0].current[row],
                    pair[1].current[row],
                    pair[0].conductance[row],
                    pair[1].conductance[row],
                    1e-12,
                ),
                (
                    pair[0].charge[row],
                    pair[1].charge[row],
                    pair[0].capacitance[row],
                    pair[1].capacitance[row],
                    1e-18,
                ),
            ];
            for (before, after, left, right, least) in ends {
                // No step is longer than the slopes at both ends allow.
                let reach = |slopes: [f64; N]| -> f64 {
                    (0..N).map(|k| (slopes[k] * (to[k] - from[k]) / STEPS as f64).abs()).sum()
                };
                let most = 3.0 * (reach(left) + reach(right)) + 1e-9 * before.abs() + least;
                prop_assert!((after - before).abs() <= most, "from {before:e} to {after:e}, row {row}");
            }
        }
    }
    Ok(())
}

/// What is limited stays limited, and a step of nothing is left alone.
fn tame<D: Device<N, I>, const N: usize, const I: usize>(
    device: &D,
    v: [f64; N],
    before: [f64; N],
) -> Result<(), TestCaseError> {
    let mut limited = v;
    let changed = device.tame(&mut limited, &before);
    prop_assert_eq!(changed, limited != v);
    prop_assert!(limited.iter().all(|v| v.is_finite()));
    let mut still = before;
    device.tame(&mut still, &before);
    for at in 0..N {
        prop_assert!((still[at] - before[at]).abs() < 1e-9, "a step of nothing was changed to {still:?}");
    }
    Ok(())
}

fn all<D: Device<N, I>, const N: usize, const I: usize>(
    lines: &str,
    v: [f64; N],
    other: [f64; N],
    most: f64,
) -> Result<(), TestCaseError> {
    let mut device: D = device(lines);
    for _ in 0..2 {
        differentiate(&device, v)?;
        conserve(&device, v)?;
        tame(&device, v.map(|v| v * 8.0), other.map(|v| v * 2.0))?;
        // From the second time on it has a past.
        device.settle(&other);
    }
    let small = |v: [f64; N]| v.map(|v| v * most);
    join(&device, small(v), small(other))
}

fn voltages<const N: usize>() -> impl Strategy<Value = [f64; N]> {
    prop::array::uniform(-1.0..1.0f64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn diodes(v in voltages::<3>(), other in voltages::<3>(), which in 0..4usize) {
        let model = [
            "is=1e-14 cjo=2p vj=0.8 m=0.4 fc=0.6 tt=1n",
            "is=2e-14 n=1.2 rs=10 bv=1.2 ibv=1m nbv=1.5 tt=1n",
            "is=1e-14 ikf=1m isr=1e-11 cjo=1p rs=1",
            "is=1e-14 jsw=1e-13 ns=1.5 cjsw=0.3p php=0.7 mjsw=0.2 fcs=0.4 tt=1n",
        ][which];
        all::<Diode, 3, 1>(&format!("D1 a c d area=2 pj=3\n.model d d({model})"), v, other, 0.4)?;
    }

    #[test]
    fn bipolars(v in voltages::<7>(), other in voltages::<7>(), which in 0..4usize) {
        let model = [
            "npn(is=1e-15 bf=120 br=3 nf=1.02 vaf=60 var=15 ikf=20m ikr=5m ise=1e-13 ne=1.6 isc=2e-13 rb=100 re=1 rc=10)",
            "npn(is=1e-15 cje=1p cjc=0.6p xcjc=0.7 cjs=1.5p mjs=0.4 tf=0.3n tr=10n xtf=4 vtf=3 itf=30m rb=90 rbm=10 ikf=10m)",
            "pnp(is=1e-15 cje=1p cjc=0.6p tf=0.3n rb=100 rbm=10 irb=0.1m iss=1e-15)",
            "npn(is=1e-15 cjc=0.6p cjs=1p subs=-1 nkf=0.6 ikf=20m)",
        ][which];
        all::<Bipolar, 7, 3>(&format!("Q1 c b e s q area=2\n.model q {model}"), v, other, 0.4)?;
    }

    #[test]
    fn jfets(v in voltages::<5>(), other in voltages::<5>(), which in 0..2usize) {
        let model = [
            "njf(vto=-2 beta=1m lambda=0.01 b=0.6 cgs=2p cgd=1p fc=0.4 rd=20 rs=10)",
            "pjf(vto=-0.5 beta=1m lambda=0.01 cgs=2p cgd=1p)",
        ][which];
        all::<Jfet, 5, 2>(&format!("J1 d g s j area=2\n.model j {model}"), v, other, 0.4)?;
    }

    #[test]
    fn mosfets(v in voltages::<6>(), other in voltages::<6>(), which in 0..8usize) {
        let model = [
            "nmos(level=1 vto=0.3 kp=50u gamma=0.5 phi=0.7 lambda=0.02 tox=20n cgso=0.2n cgdo=0.3n cgbo=0.1n cj=1m cjsw=1n rd=10 rs=5)",
            "pmos(level=1 vto=-0.3 kp=20u gamma=0.3 lambda=0.05 tox=30n cbd=20f cbs=30f js=1m)",
            "nmos(level=2 vto=0.3 tox=20n nsub=1e16 u0=550 uexp=0.15 ucrit=3e4 xj=0.3u delta=0.5 nfs=1e11)",
            "pmos(level=2 vto=-0.3 tox=20n nsub=1e16 u0=250 xj=0.3u vmax=5e4 neff=3)",
            "nmos(level=2 vto=0.3 kp=50u gamma=0.5 lambda=0.02 rd=10)",
            "nmos(level=3 vto=0.3 tox=20n nsub=1e16 u0=550 theta=0.05 eta=0.1 xj=0.3u delta=0.5 ld=0.05u)",
            "pmos(level=3 vto=-0.3 tox=20n nsub=1e16 u0=250 theta=0.05 xj=0.3u vmax=1e5 nfs=1e11)",
            "nmos(level=3 vto=0.3 kp=50u gamma=0.5 rs=10)",
        ][which];
        // The current of level 2 jumps at the threshold if the bulk is forward.
        let reverse = |mut v: [f64; 6]| {
            match which {
                2 | 4 => v[3] = v[4].min(v[5]) - v[3].abs(),
                3 => v[3] = v[4].max(v[5]) + v[3].abs(),
                _ => {}
            }
            v
        };
        let (v, other) = (reverse(v), reverse(other));
        let lines = format!("M1 d g s b m w=10u l=2u ad=20p as=20p pd=24u ps=24u\n.model m {model}");
        all::<Mosfet, 6, 2>(&lines, v.map(|v| v * 2.0), other.map(|v| v * 2.0), 0.4)?;
    }
}
