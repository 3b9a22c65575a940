// What the initial equations find for parameters decides, and not their start values, which are guesses: a branch of an
// expression, of equations and of statements, an element, and what other parameters are computed from them.
model FoundAtTheBeginning
  parameter Boolean b(fixed = false, start = true);
  parameter Integer k(fixed = false, start = 1);
  parameter Real p(fixed = false, start = -1);
  parameter Real q = if p > 0 then 1 else 2;
  parameter Real a[3] = {10, 20, 30};
  Real x(start = 0, fixed = true);
  Real chosen = a[k];
  Real other = if 2*p > 0 then 1 else 2;
  Real bound = q;
  Real branch;
  Real stated;
initial equation
  b = false;
  k = 3;
  p = 3;
equation
  der(x) = if b then 1 else -1;
  if q < 1.5 and k == 3 then
    branch = 1;
  else
    branch = 2;
  end if;
algorithm
  if b then
    stated := 1;
  else
    stated := 2;
  end if;
end FoundAtTheBeginning;
