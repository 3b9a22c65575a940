//! What devices do, against figures that ngspice 39 printed (`tests/measured`), and what must hold of any device.

#![allow(clippy::unwrap_used, missing_docs)]

mod faults;
mod laws;
mod measured;
mod nand;
mod parts;

use circuit::{
    Bipolar, Circuit, DeviceConditions, DeviceData, Diode, Includes, InvalidParameter, Jfet, Mosfet,
    Response, read,
};
use syntax::{FileId, SourceFile, SourceMap};

/// What all devices have in common, so that one test looks at all of them.
trait Device<const N: usize, const INNER: usize>: Sized + Clone {
    fn build(
        circuit: &Circuit,
        data: &DeviceData,
        conditions: &DeviceConditions,
    ) -> Result<Self, Vec<InvalidParameter>>;
    fn inner(&self) -> [Option<usize>; INNER];
    fn respond(&self, v: &[f64; N]) -> Response<N>;
    fn tame(&self, v: &mut [f64; N], before: &[f64; N]) -> bool;
    fn settle(&mut self, _: &[f64; N]) {}
}

macro_rules! device {
    ($name:ident, $count:literal, $inner:literal, $($accept:ident)?) => {
        impl Device<$count, $inner> for $name {
            fn build(circuit: &Circuit, data: &DeviceData, conditions: &DeviceConditions) -> Result<Self, Vec<InvalidParameter>> {
                $name::new(circuit, data, conditions)
            }
            fn inner(&self) -> [Option<usize>; $inner] {
                self.internal()
            }
            fn respond(&self, v: &[f64; $count]) -> Response<$count> {
                let mut out = Response::default();
                self.evaluate(v, &mut out);
                out
            }
            fn tame(&self, v: &mut [f64; $count], before: &[f64; $count]) -> bool {
                self.limit(v, before)
            }
            $(fn settle(&mut self, v: &[f64; $count]) {
                self.$accept(v);
            })?
        }
    };
}

device!(Diode, 3, 1,);
device!(Mosfet, 6, 2, accept);
device!(Bipolar, 7, 3,);
device!(Jfet, 5, 2,);

struct Nothing;

impl Includes for Nothing {
    fn open(&mut self, _: &mut SourceMap, name: &str, _: FileId) -> Result<FileId, String> {
        Err(name.to_string())
    }
}

/// The circuit of some lines.
fn circuit(lines: &str) -> Circuit {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new("a.cir", format!("title\n{lines}\n.end\n")));
    let (circuit, found) = read(&mut sources, file, &mut Nothing);
    let found: Vec<_> = found.iter().filter(|found| found.severity() == syntax::Severity::Error).collect();
    assert!(found.is_empty(), "{found:?}");
    circuit
}

/// The first device of some lines.
fn device<D: Device<N, I>, const N: usize, const I: usize>(lines: &str) -> D {
    let circuit = circuit(lines);
    match D::build(&circuit, &circuit.devices[0], &DeviceConditions::new(&circuit)) {
        Ok(device) => device,
        Err(faults) => panic!("{lines}: {faults:?}"),
    }
}
