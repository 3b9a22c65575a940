// A resistance of zero makes two voltages one, so that one of two states goes. Another value needs another plan.
model Zero
  parameter Real R = 0, C1 = 1, C2 = 2, G = 0.5;
  Real u1(start = 1), u2, i;
equation
  C1*der(u1) = -i;
  C2*der(u2) = i - G*u2;
  R*i = u1 - u2;
end Zero;
