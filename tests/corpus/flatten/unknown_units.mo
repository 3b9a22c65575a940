// Units that mean nothing: once where they are written, with what was probably meant.

model UnknownUnits
  type Torque = Real(unit = "Nm");
  model Part
    Real x(unit = "foo") = time;
  end Part;
  Part parts[3];
  Torque t = 1;
  Torque t2 = 2;
  Real a(unit = "m/s^2") = 1;
  Real b(unit = "W/m2/K") = 1;
  Real c(unit = "J/kg.K") = 1;
  Real d(unit = "rpm") = 1;
  Real e(unit = "kg m") = 1;
  Real right(unit = "J/(kg.K)") = 1;
  Real level(unit = "dB") = 1;
  Real shown(unit = "rad/s", displayUnit = "rpm") = 1;
  Real none(unit = "") = 1;
  parameter String given = "bar";
  Real taken(unit = given) = 1;
end UnknownUnits;
