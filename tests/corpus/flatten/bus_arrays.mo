// Elements of signals that a bus does not declare: the array is as large as the largest subscript, buses that are connected
// have arrays of one size, and elements that nothing speaks of have a default value.

expandable connector Bus
end Bus;

connector Input = input Real;
connector Output = output Real;

block Sensor
  parameter Real k = 1;
  Output y;
equation
  y = k*time;
end Sensor;

block Display
  Input u;
end Display;

model Sensors
  Bus bus;
  Sensor sensor[2](k = {1, 2});
equation
  for i in 1:2 loop
    connect(sensor[i].y, bus.speed[i]);
  end for;
end Sensors;

model Displays
  Bus bus;
  Display display, other;
equation
  connect(bus.speed[1], display.u);
  connect(bus.speed[4], other.u);
end Displays;

model Test
  Sensors sensors;
  Displays displays;
  Sensor last(k = 4);
  Bus bus;
  // What is connected as a whole has its size from there.
  Sensor left[2];
  Display right[2];
equation
  for i in 1:2 loop
    connect(left[i].y, bus.wheel[i]);
  end for;
  connect(bus.wheel, right.u);
  connect(sensors.bus, bus);
  connect(displays.bus, bus);
  connect(last.y, bus.speed[4]);
end Test;
