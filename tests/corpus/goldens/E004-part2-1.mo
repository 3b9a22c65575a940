// A drive train of four components: a controller, a motor, a gearbox and a load. Signals and flanges are connected. `in` is a
// keyword and is quoted here; what is said of the words of the print is in E004-part2-1-names.

connector Flange
  Real phi;
  flow Real tau;
end Flange;

connector Input = input Real;

connector Output = output Real;

block Control
  Input in1, in2;
  Output out;
equation
  out = 10*(in1 - in2);
end Control;

block Reference
  Output y;
equation
  y = 1;
end Reference;

model Motor
  Input 'in';
  Output out;
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
  Reference reference;
  Control Regler;
  Motor motor;
  GearBox Getriebe;
  Shaft Last(J = 5);
equation
  connect(reference.y, Regler.in1);
  connect(Regler.out, motor.'in');
  connect(motor.out, Regler.in2);
  connect(motor.n, Getriebe.p);
  connect(Getriebe.n, Last.p);
end DriveTrain;
