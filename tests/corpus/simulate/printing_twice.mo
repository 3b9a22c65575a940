// Equal calls in two equations are made once each, however often equations are computed; texts tell them apart.
model PrintingTwice
  impure function log
    input String string;
    input Real x;
    output Real y;
  algorithm
    print(string + " " + String(x));
    y := 2*x;
  end log;

  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  Real x(start = 0, fixed = true);
  discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
  discrete Real c(start = 0, fixed = true);
equation
  der(x) = if a > 0.5 then -1 else 1;
  when sample(0.25, 0.5) then
    a = log("a", x);
    b = log("b", x);
    c = a + b;
  end when;
end PrintingTwice;
