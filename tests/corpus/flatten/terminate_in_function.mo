function f
  input Real x;
  output Real y;
algorithm
  y := 3*x;
  if x > 0.6 then
    terminate("far enough");
  end if;
end f;

model TerminateInFunction
  Real x(start = 0, fixed = true);
  Real y = f(x);
equation
  der(x) = 2;
end TerminateInFunction;
