//! Values that make no sense are refused where they are written.

use super::circuit;
use circuit::{Bipolar, DeviceConditions, Diode, InvalidParameter, Jfet, Mosfet, Switch, TransmissionLine};
use syntax::DiagnosticCode;

fn faults(lines: &str) -> Vec<InvalidParameter> {
    let circuit = circuit(lines);
    let (data, conditions) = (&circuit.devices[0], DeviceConditions::new(&circuit));
    let found = match lines.as_bytes()[0] {
        b'D' => Diode::new(&circuit, data, &conditions).err(),
        b'Q' => Bipolar::new(&circuit, data, &conditions).err(),
        b'J' => Jfet::new(&circuit, data, &conditions).err(),
        b'M' => Mosfet::new(&circuit, data, &conditions).err(),
        b'T' => TransmissionLine::new(&circuit, data, &conditions).err(),
        _ => Switch::new(&circuit, data, &conditions).err(),
    };
    found.unwrap_or_default()
}

fn one(lines: &str, code: DiagnosticCode, message: &str) {
    let found = faults(lines);
    let texts: Vec<&str> = found.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!((texts, found.first().map(|fault| fault.code)), (vec![message], Some(code)), "{lines}");
}

#[test]
fn what_makes_no_sense() {
    one("D1 a c d\n.model d d(n=0)", DiagnosticCode::ZeroValue, "`n` is 0 and must be above 0");
    one("D1 a c d\n.model d d(rs=-1)", DiagnosticCode::ZeroValue, "`rs` is -1 and must be 0 or more");
    one(
        "D1 a c d\n.model d d(m=1.5)",
        DiagnosticCode::ZeroValue,
        "`m` is 1.5 and must be from zero to less than one",
    );
    one("D1 a c d area=-2\n.model d d", DiagnosticCode::ZeroValue, "`area` is -2 and must be above 0");
    one("Q1 c b e q\n.model q npn(bf=0)", DiagnosticCode::ZeroValue, "`bf` is 0 and must be above 0");
    one("J1 d g s j\n.model j njf(beta=-1)", DiagnosticCode::ZeroValue, "`beta` is -1 and must be above 0");
    one(
        "M1 d g s b m l=1u w=1u\n.model m nmos(ld=0.5u)",
        DiagnosticCode::ZeroValue,
        "the channel is 0 m long",
    );
    one("S1 a b c d s\n.model s sw(ron=0)", DiagnosticCode::ZeroValue, "`ron` is 0 and must be above 0");
    one("T1 a 0 b 0 z0=50 td=0", DiagnosticCode::ZeroValue, "`td` is 0 and must be above 0");
    assert_eq!(faults("D1 a c d\n.model d d(is=-1 n=0 vj=0)").len(), 3);
    assert_eq!(faults("D1 a c d\n.model d d"), []);
}

#[test]
fn what_is_not_supported() {
    one("D1 a c d\n.model d d(rth0=5)", DiagnosticCode::NotSupported, "`rth0` is not supported yet");
    one("Q1 c b e q\n.model q npn(ptf=30)", DiagnosticCode::NotSupported, "`ptf` is not supported yet");
    one(
        "M1 d g s b m\n.model m nmos(level=2 utra=0.1)",
        DiagnosticCode::NotSupported,
        "`utra` is not supported yet",
    );
    one(
        "M1 d g s b m w=1u\n.model m nmos(level=100)",
        DiagnosticCode::NotSupported,
        "MOSFETs of level 100 have no `w`",
    );
    // A value that changes nothing is no reason to refuse.
    assert_eq!(faults("Q1 c b e q\n.model q npn(ptf=0)"), []);
}
