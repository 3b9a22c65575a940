// A function whose annotation excludes the derivatives of all that it reads has the derivatives that it names, whatever its
// arguments do (MLS 12.7.1, noDerivative): here the position stays 3 while speed and acceleration are said to be 5 and 7.
// So v = 5, and the force on a mass of 2 is f = 2*7 = 14.
model MotionGivenApart
  function position
    input Real motion[3];
    input Real clock;
    output Real s;
  algorithm
    s := motion[1];
    annotation(derivative(noDerivative = motion) = speed, InlineAfterIndexReduction = true);
  end position;

  function speed
    input Real motion[3];
    input Real clock;
    input Real clock_der;
    output Real v;
  algorithm
    v := motion[2];
    annotation(derivative(noDerivative = motion, order = 2) = acceleration, InlineAfterIndexReduction = true);
  end speed;

  function acceleration
    input Real motion[3];
    input Real clock;
    input Real clock_der;
    input Real clock_der2;
    output Real a;
  algorithm
    a := motion[3];
  end acceleration;

  parameter Real given = 3;
  Real motion[3] = {given, 5, 7};
  Real s = position(motion, time);
  Real v = der(s);
  Real f = 2*der(v);
end MotionGivenApart;
