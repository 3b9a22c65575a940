package Operators "Statements and equations of other languages"
  function f
    input Real u;
    output Real y;
  algorithm
    y += u;
    y *= u;
    y++;
    y := g(1, a := 2);
    return y;
  end f;

  model A
    Real a, b;
  equation
    der a = 1;
    a = b = 1;
    a = b
    b = 1;
    a = b + f(
      1)
    b = 1;
  end A;
end Operators;
