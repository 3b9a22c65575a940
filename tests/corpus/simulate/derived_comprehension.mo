// The derivative of a function that is kept as a call, with an array that a loop fills: 6*x^2 has the derivative 12*x.

model DerivedComprehension
  function weighted
    input Real x;
    input Integer n;
    output Real y;
  protected
    Real parts[n];
  algorithm
    parts := {k*x^2 for k in 1:n};
    y := sum(parts[k] for k in 1:n);
    annotation (Inline = false);
  end weighted;
  Real y = weighted(time, 3);
  Real v = der(y);
end DerivedComprehension;
