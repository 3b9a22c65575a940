// A message has the values of its time, in all formats of String, and texts that changed.
model TextOfAssertion
  type Mode = enumeration(calm, wild);
  Real x(start = 0, fixed = true);
  Mode mode = if x > 0.25 then Mode.wild else Mode.calm;
  discrete String s(start = "begin", fixed = true);
equation
  der(x) = 1;
  when x > 0.25 then
    s = "after " + pre(s);
  end when;
  assert(x < 0.5, "x is " + String(x, format = ".3f") + ", |" + String(x, significantDigits = 3) + "|"
    + String(x, minimumLength = 6) + "|" + String(x, minimumLength = 6, leftJustified = false) + "|"
    + String(42, minimumLength = 5) + "|" + String(true) + "|" + String(mode) + "|" + s + "|" + String(time, format = "8.1e"));
end TextOfAssertion;
