// Signals that are counted differ because they are meant to.
model Drives
  connector RealInput = input Real;
  connector RealOutput = output Real;
  expandable connector Bus
  end Bus;
  block Sensor
    RealOutput y = time;
  end Sensor;
  block Display
    RealInput u;
    Real shown = 2*u;
  end Display;
  Bus bus;
  Sensor sensor;
  Display display;
equation
  connect(sensor.y, bus.speed1);
  connect(bus.speed2, display.u);
end Drives;
