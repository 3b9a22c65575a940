use proptest::prelude::*;

use super::parse::SYMBOLS;
use super::*;

fn unit(text: &str) -> Unit {
    Unit::parse(text).unwrap_or_else(|| panic!("`{text}` is no unit"))
}

/// Reads what `Display` writes: a unit expression, possibly with a factor before it.
fn read(text: &str) -> Option<Unit> {
    let (factor, text) = match text.split_once(' ') {
        Some((factor, text)) => (factor.parse().ok()?, text),
        None => (1.0, text),
    };
    let unit = Unit::parse(text)?;
    Some(Unit { scale: unit.scale * factor, ..unit })
}

#[test]
fn the_same_unit_in_other_words() {
    for (a, b) in [
        ("N.m", "J"),
        ("N", "kg.m/s2"),
        ("N", "kg.m.s-2"),
        ("kg/(m2.s)", "kg.m-2.s-1"),
        ("kg/(m2.s)", "kg.m-2/s"),
        ("J/(kg.K)", "J.kg-1.K-1"),
        ("(J/kg)/K", "m2/(s2.K)"),
        ("(J)/(A.s)", "V"),
        ("((m))", "m"),
        ("m+2", "m2"),
        ("rad/s", "1/s"),
        ("rad/s", "Hz"),
        ("sr", "1"),
        ("rad.m", "m"),
        ("W", "V.A"),
        ("var", "W"),
        ("Ohm", "V/A"),
        ("S", "1/Ohm"),
        ("F", "C/V"),
        ("Wb", "V.s"),
        ("T", "Wb/m2"),
        ("H", "Wb/A"),
        ("Pa", "N/m2"),
        ("lx", "lm/m2"),
        ("lm", "cd.sr"),
        ("kat", "mol/s"),
        ("Bq", "1/s"),
        ("Gy", "J/kg"),
        ("Sv", "J/kg"),
        ("mm2", "m2.um/m"),
        ("kW", "kJ/s"),
        ("bar", "hPa"),
        ("L", "dm3"),
        ("l", "L"),
        ("h", "min"),
        ("d", "h"),
        ("t", "Mg"),
        ("km/h", "m/s"),
        ("rev/min", "1/s"),
    ] {
        let (a, b) = (unit(a), unit(b));
        assert!(a.same_dimension(b), "{a} {b}");
    }
    for (a, b) in
        [("kW", "kJ/s"), ("L", "dm3"), ("t", "Mg"), ("mm2", "m2.um/m"), ("J", "N.m"), ("daN", "N.dam/m")]
    {
        assert!(unit(a).same(unit(b)), "{a} {b}");
    }
}

#[test]
fn scales() {
    for (a, b, factor) in [
        ("mm", "m", 1e-3),
        ("mm2", "m2", 1e-6),
        ("1/mm", "1/m", 1e3),
        ("km/h", "m/s", 1.0 / 3.6),
        ("min", "s", 60.0),
        ("d", "h", 24.0),
        ("bar", "Pa", 1e5),
        ("atm", "Pa", 101_325.0),
        ("kW.h", "J", 3.6e6),
        ("deg", "rad", std::f64::consts::PI / 180.0),
        ("rev/min", "rad/s", std::f64::consts::PI / 30.0),
        ("dag", "g", 10.0),
        ("hPa", "Pa", 100.0),
        ("g", "kg", 1e-3),
        ("degRk", "K", 5.0 / 9.0),
    ] {
        let (a, b) = (unit(a), unit(b));
        assert!(a.same_dimension(b) && !a.same_scale(b), "{a} {b}");
        assert!((a.factor(b) / factor - 1.0).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn a_symbol_wins_over_a_prefix() {
    assert!(unit("m").same_dimension(unit("km")));
    assert!(unit("T").same_dimension(unit("mT")));
    assert!(unit("min").same_dimension(Unit::SECOND));
    assert!(unit("cd").same_dimension(unit("lm")));
    assert!(unit("Pa").same_dimension(unit("N/m2")));
    assert!(unit("Gy").same_dimension(unit("J/kg")));
    assert!(unit("h").same_dimension(Unit::SECOND));
    assert!(unit("mmol").same_dimension(unit("mol")));
}

#[test]
fn zero_of_celsius() {
    let (celsius, kelvin) = (unit("degC"), unit("K"));
    assert!(celsius.same_dimension(kelvin) && celsius.same_scale(kelvin));
    assert!(!celsius.same_zero(kelvin) && !celsius.same(kelvin));
    assert!(celsius.difference().same(kelvin));
    assert!(unit("degF").has_offset() && !unit("degRk").has_offset());
    assert!(unit("W/degC").same(unit("W/K")), "a quotient is by differences");
}

#[test]
fn what_is_no_unit() {
    for text in [
        "", " ", "Nm", "m/s/s", "m/kg.s", "m s", "m^2", "2", "10", "1.m", "m/1", "m/", "/s", "m.", ".m",
        "(m", "m)", "()", "m-", "m+", "m2.5", "xyz", "dB", "phon", "%", "kmin", "kdegC", "mh", "ft", "µm",
        "m99999", "m999", "k", "da", "m\n",
    ] {
        assert!(Unit::parse(text).is_none(), "{text}");
    }
    assert!(Unit::parse(&"(".repeat(100_000)).is_none());
}

#[test]
fn powers() {
    assert!(unit("m2").power(0.5).is_some_and(|root| root.same(unit("m"))));
    assert!(unit("mm2").power(0.5).is_some_and(|root| root.same(unit("mm"))));
    assert!(unit("m").power(1.0 / 3.0).and_then(|root| root.power(3.0)).is_some_and(|m| m.same(unit("m"))));
    assert!(unit("m").power(0.8).is_some());
    assert!(unit("m").power(std::f64::consts::PI).is_none());
    assert!(unit("rad").power(std::f64::consts::PI).is_some());
    assert!(unit("m").power(1e9).is_none());
    assert!(unit("m").power(f64::NAN).is_none());
}

#[test]
fn print() {
    for (given, printed) in [
        ("m/s", "m/s"),
        ("m.s-2", "m/s2"),
        ("kg.m.s-2", "N"),
        ("N.m", "J"),
        ("V.A", "W"),
        ("kg/s2", "N/m"),
        ("kg.K-1.s-3", "W/(m2.K)"),
        ("J/(kg.K)", "J/(kg.K)"),
        ("kg/m3", "kg/m3"),
        ("m3/s", "m3/s"),
        ("rad/s", "1/s"),
        ("rad", "1"),
        ("s-2", "1/s2"),
        ("um/us", "m/s"),
        ("mm", "mm"),
        ("dm", "0.1 m"),
        ("km/h", "km/h"),
        ("degC", "degC"),
        ("kg", "kg"),
        ("A", "A"),
        ("Pa.s", "Pa.s"),
        ("W/(m2.K4)", "W/(m2.K4)"),
        ("J/(mol.K)", "J/(mol.K)"),
        ("1/(m.K)", "1/(m.K)"),
    ] {
        assert_eq!(unit(given).to_string(), printed);
    }
    assert_eq!(unit("m").power(0.5).unwrap().to_string(), "m^(1/2)");
    assert_eq!(unit("1/s").power(0.2).unwrap().to_string(), "1/s^(1/5)");
}

#[test]
fn every_symbol_is_read_and_printed() {
    for symbol in SYMBOLS {
        let unit = unit(symbol.name);
        assert!(read(&unit.to_string()).is_some_and(|read| read.same(unit)), "{}", symbol.name);
    }
}

#[test]
fn what_people_write_is_understood() {
    let cases = [
        ("Nm", Some("N.m")),
        ("m/s^2", Some("m/s2")),
        ("kg*m", Some("kg.m")),
        ("W/m2/K", Some("W/(m2.K)")),
        ("J/kg.K", Some("J/(kg.K)")),
        ("rpm", Some("rev/min")),
        ("%", Some("1")),
        ("foo", None),
        ("", None),
    ];
    for (text, meant) in cases {
        assert!(!Unit::is_known(text), "{text}");
        assert_eq!(Unit::suggest_unit(text).as_deref(), meant, "{text}");
    }
    assert!(Unit::is_known("dB") && Unit::is_known("J/(kg.K)"));
}

proptest! {
    #[test]
    fn printed_units_are_read_as_themselves(
        exponents in prop::array::uniform7(-9i16..10),
        scale in prop_oneof![Just(1.0), Just(1e-3), Just(60.0), 1e-6..1e6f64],
    ) {
        let unit = Unit { exponents: exponents.map(|exponent| exponent * WHOLE), scale, offset: false };
        let text = unit.to_string();
        prop_assert!(read(&text).is_some_and(|read| read.same(unit)), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[1-9a-zA-Z./()+-]{0,12}") {
        if let Some(unit) = Unit::parse(&text) {
            prop_assert!(read(&unit.to_string()).is_some_and(|read| read.same(unit)), "{}", unit);
        }
    }
}
