// A controlled drive of fourteen components: 75 equations for 75 unknowns.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

connector InPort
  input Real signal[1];
end InPort;

connector OutPort
  output Real signal[1];
end OutPort;

partial model OnePort
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
end OnePort;

model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  R*i = v;
end Resistor;

model Inductor
  extends OnePort;
  parameter Real L = 1;
equation
  L*der(i) = v;
end Inductor;

model SignalVoltage
  extends OnePort;
  InPort inPort;
equation
  v = inPort.signal[1];
end SignalVoltage;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model EMF
  extends OnePort;
  parameter Real k = 1;
  Flange flange_b;
  Real w;
equation
  w = der(flange_b.phi);
  k*w = v;
  flange_b.tau = -k*i;
end EMF;

partial model TwoFlanges
  Flange flange_a, flange_b;
end TwoFlanges;

model Inertia
  extends TwoFlanges;
  parameter Real J = 1;
  Real phi, w, a;
equation
  flange_a.phi = phi;
  flange_b.phi = phi;
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau;
end Inertia;

model IdealGear
  extends TwoFlanges;
  parameter Real ratio = 10;
equation
  flange_a.phi = ratio*flange_b.phi;
  0 = ratio*flange_a.tau + flange_b.tau;
end IdealGear;

model Spring
  extends TwoFlanges;
  parameter Real c = 100;
  Real phi_rel, tau;
equation
  phi_rel = flange_b.phi - flange_a.phi;
  flange_b.tau = tau;
  flange_a.tau = -tau;
  tau = c*phi_rel;
end Spring;

model SpeedSensor
  Flange flange_a;
  OutPort outPort;
  Real w;
equation
  w = der(flange_a.phi);
  w = outPort.signal[1];
  0 = flange_a.tau;
end SpeedSensor;

block Step
  parameter Real height = 1;
  OutPort outPort;
protected
  Real y[1];
equation
  y = outPort.signal;
  y[1] = if time < 1 then 0 else height;
end Step;

block PI
  parameter Real k = 1;
  parameter Real T = 1;
  InPort inPort;
  OutPort outPort;
  Real x;
protected
  Real u, y;
equation
  u = inPort.signal[1];
  y = outPort.signal[1];
  der(x) = u/T;
  y = k*(x + u);
end PI;

block Feedback
  InPort inPort1, inPort2;
  OutPort outPort;
equation
  outPort.signal = inPort1.signal - inPort2.signal;
end Feedback;

model Model1
  Resistor Resistor1;
  Inductor Inductor1;
  SignalVoltage SignalVoltage1;
  EMF EMF1;
  Ground Ground1;
  Inertia Inertia1, Inertia2, Inertia3;
  IdealGear IdealGear1;
  Spring Spring1;
  Step Step1;
  PI PI1;
  Feedback Feedback1;
  SpeedSensor SpeedSensor1;
equation
  connect(Step1.outPort, Feedback1.inPort1);
  connect(Feedback1.outPort, PI1.inPort);
  connect(PI1.outPort, SignalVoltage1.inPort);
  connect(SignalVoltage1.p, Resistor1.p);
  connect(Resistor1.n, Inductor1.p);
  connect(Inductor1.n, EMF1.p);
  connect(EMF1.flange_b, Inertia1.flange_a);
  connect(Inertia1.flange_b, IdealGear1.flange_a);
  connect(IdealGear1.flange_b, Inertia2.flange_a);
  connect(Inertia2.flange_b, Spring1.flange_a);
  connect(Spring1.flange_b, Inertia3.flange_a);
  connect(SignalVoltage1.n, EMF1.n);
  connect(Ground1.p, SignalVoltage1.n);
  connect(Inertia3.flange_b, SpeedSensor1.flange_a);
  connect(SpeedSensor1.outPort, Feedback1.inPort2);
end Model1;
