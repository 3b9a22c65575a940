// Types derived from Real carry their attributes to every variable. An angle is held in radians, and `displayUnit` says that people
// see it in degrees.

type Voltage = Real(quantity = "Voltage", unit = "V");

type Angle = Real(quantity = "Angle", unit = "rad", displayUnit = "deg");

type Radius = Real(quantity = "Length", unit = "m", min = 0.0);

model Types
  Voltage u = 12;
  Angle phi(displayUnit = "rev") = time;
  Angle psi = 2*phi;
  parameter Angle half = 3.14159265358979;
  parameter Radius r = 0.1;
end Types;
