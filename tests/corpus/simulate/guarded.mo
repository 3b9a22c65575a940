// The branch that the relation guards is not computed at the beginning, where its function is not defined.
model Guarded
  function f
    input Real u;
    output Real y;
  algorithm
    assert(u > 0, "u must be positive");
    y := log(u);
  end f;
  Real x(start = 0, fixed = true);
  Real y;
  Real z(start = 0, fixed = true) "The integral of y";
equation
  der(x) = 1;
  y = if x < 0.05 then 200 else f(x);
  der(z) = y;
end Guarded;
