//! A ladder of resistors and capacitors, as long as one likes.

/// The text of a model `Ladder`; `source` says what its source has and does, as far as `equation` and the law.
pub fn ladder(size: usize, source: &str) -> String {
    format!(
        "connector Pin Real v; flow Real i; end Pin;
partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end TwoPin;
model Resistor extends TwoPin; parameter Real R = 1; equation R*i = v; end Resistor;
model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;
model Source extends TwoPin; {source}; end Source;
model Ground Pin p; equation p.v = 0; end Ground;
model Ladder
  Resistor r[{size}]; Capacitor c[{size}]; Source s; Ground g;
equation
  connect(s.p, r[1].p);
  for i in 1:{size} - 1 loop connect(r[i].n, r[i + 1].p); end for;
  for i in 1:{size} loop connect(r[i].n, c[i].p); connect(c[i].n, s.n); end for;
  connect(s.n, g.p);
end Ladder;
"
    )
}
