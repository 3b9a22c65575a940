connector RealInput = input Real;
connector RealOutput = output Real;

expandable connector Bus "A bus takes the signals that are connected to it"
  Real unused;
end Bus;

model Sensor
  RealOutput y = time;
end Sensor;

model Controller
  RealInput u;
  Bus bus;
equation
  connect(u, bus.speed);
  connect(bus.torque, command.u);
protected
  Display command;
end Controller;

model Display
  RealInput u;
  Real shown = 2*u;
end Display;

model Buses
  Sensor speed;
  Sensor torque;
  Display display;
  Bus left, right;
equation
  connect(speed.y, left.speed);
  connect(torque.y, left.torque);
  connect(left, right);
  connect(right.speed, display.u);
end Buses;
