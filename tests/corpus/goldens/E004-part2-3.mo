// Types derived from Real carry their attributes to every variable.

type Voltage = Real(quantity = "Voltage", unit = "V");

type Angle = Real(quantity = "Angle", unit = "rad", displayUnit = "deg");

type Radius = Real(quantity = "Length", unit = "m", min = 0.0);

model Types
  Voltage u = 12;
  Angle phi(displayUnit = "rev") = time;
  Angle psi = 2*phi;
  parameter Radius r = 0.1;
end Types;
