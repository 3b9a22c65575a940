// Each is one mistake, and one message.
model Sized
  parameter Integer n = 2;
  Real x[n];
equation
  x = fill(1, n);
end Sized;

function f
  input Real u = K.c;
  output Real y;
algorithm
  y := u;
end f;

package K
  constant Real c = f();
end K;

package P
  extends P;
end P;

model Test
  Sized m(n = size(m.x, 1));
  Real y = K.c;
  P.Q q;
end Test;
