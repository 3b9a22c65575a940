// Two stores joined by a resistance. By their places both voltages may be chosen; with a resistance of zero they are one, and
// begin with 0 and with 1 at once.
model ResistanceOfZero
  parameter Real R = 0;
  Real v(start = 0, fixed = true), w(start = 1, fixed = true), i;
equation
  der(v) = -i;
  der(w) = i + 1;
  R*i = v - w;
end ResistanceOfZero;
