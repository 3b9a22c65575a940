// A load of constant power divides by a voltage that is zero where the search begins. Its simplified form leads to the solution
// that is meant, near the voltage of the source, and not to the other, at which the source is all but short-circuited.
model HomotopyFromZero
  parameter Real V = 50;
  parameter Real R = 2;
  parameter Real P = 100;
  Real v;
  Real i;
equation
  V - v = R*i;
  i = homotopy(actual = P/v, simplified = P*(2/V - v/V^2));
end HomotopyFromZero;
