// Built-in functions with too few or too many arguments, of the wrong type, or with a value that they do not take.

model OperandNumbers
  type Level = enumeration(low, high);
  Real a = semiLinear(1, 2);
  Real b = smooth("a", time);
  Real c = delay(time, 1, 2, 3);
  String d = max("a", "b");
  Real e = max(1, 2, 3);
  Real f[1] = linspace(0, 1, 1);
  Boolean g = initial(1);
  String h = String("text");
  String i = String(1.5, format = "8.2q");
  String j = String(1.5, "d");
  String k = String(true, "s");
  String l = String({1, 2});
  Real m = sum({true, false});
  Real n = sin;
  Level o = max(Level.low, Level.high);
  Boolean p = min({true, false});
  String q[2] = String({1, 2}, minimumLength = 3);
  String r = String(1.5, format = "8.2f") + String(7, "03d") + String(Level.low, 6, false) + String(true);
  Real s = semiLinear(time, 1, 2) + smooth(1, time) + delay(time, 1);
end OperandNumbers;
