// Connectors in connectors, with signals and parameters: one connect joins all parts.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Port
  Real T;
  flow Real Q;
end Port;

connector Plug
  parameter Integer m = 2;
  Pin pin[m];
  Port heat;
end Plug;

connector RealInput = input Real;

connector RealOutput = output Real;

model Motor
  Plug plug;
  RealInput command;
equation
  for k in 1:plug.m loop
    plug.pin[k].v = command*plug.pin[k].i;
  end for;
  plug.heat.Q = -plug.pin.v*plug.pin.i;
end Motor;

model Supply
  Plug plug;
  RealOutput command;
equation
  plug.pin.v = {1, 2};
  plug.heat.T = 300;
  command = 5;
end Supply;

model HierarchicalConnectors
  Motor motor;
  Supply supply;
equation
  connect(motor.plug, supply.plug);
  connect(supply.command, motor.command);
end HierarchicalConnectors;
