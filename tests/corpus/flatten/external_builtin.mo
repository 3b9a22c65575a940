// A function whose body is `external "builtin"` is the operator of the language with that name, and is computed
// where a value is needed. Inside `Maths` the name alone would be the function itself.

package Maths
  function asin
    input Real u;
    output Real y;
  external "builtin" y = asin(u);
  end asin;

  function atan2
    input Real y;
    input Real x;
    output Real angle;
  external "builtin";
  end atan2;

  partial function Shown
    input Real u;
    output Real y;
  external "builtin" y = sin(u);
  end Shown;

  function sin
    extends Shown;
  end sin;

  constant Real pi = 2*Maths.asin(1.0);
end Maths;

model ExternalBuiltin
  Real x[integer(Maths.pi)];
  Real angle = Maths.atan2(time, 1 + time);
equation
  x = {Maths.sin(i*time) for i in 1:3};
end ExternalBuiltin;
