// A drive train of four components. A component cannot bear the name of its class, and `in` is a keyword, so
// both are spelt otherwise here.

connector Flange
  Real phi;
  flow Real tau;
end Flange;

block Control
  input Real reference = 1;
  input Real 'in';
  output Real out;
equation
  out = 10*(reference - 'in');
end Control;

model Motor
  input Real 'in';
  output Real out;
  Flange n;
equation
  n.tau = -'in';
  out = der(n.phi);
end Motor;

model GearBox
  parameter Real ratio = 100;
  Flange p, n;
equation
  p.phi = ratio*n.phi;
  n.tau = -ratio*p.tau;
end GearBox;

model Shaft
  parameter Real J = 1;
  Flange p, n;
  Real w;
equation
  p.phi = n.phi;
  w = der(p.phi);
  J*der(w) = p.tau + n.tau;
end Shaft;

model DriveTrain
  Control controller('in' = motor.out);
  Motor motor('in' = controller.out);
  GearBox gearbox;
  Shaft load(J = 5);
equation
  connect(motor.n, gearbox.p);
  connect(gearbox.n, load.p);
end DriveTrain;
