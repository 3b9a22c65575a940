// An `outer` component of a whole model without an `inner` around it: one is made, with default values.

model System
  parameter Real T_ambient = 293;
end System;

model Room
  outer System system;
  Real T(start = system.T_ambient);
equation
  der(T) = system.T_ambient - T;
end Room;

model DefaultInner
  Room kitchen, cellar;
end DefaultInner;
