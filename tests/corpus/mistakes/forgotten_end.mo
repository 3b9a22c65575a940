package ForgottenEnd
  model A
    Real x;

  model B
    Real y;
  end B;

  model C
    Real x;
  equation
    x = 1;

  function f
    input Real x;
    output Real y;
  algorithm
    y := x;

  model D
    Real y;
  end D;
end ForgottenEnd;
