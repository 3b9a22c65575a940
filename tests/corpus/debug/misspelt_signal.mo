// A slip of the pen makes another signal of a bus.
model Drive
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
  connect(sensor.y, bus.speed);
  connect(bus.sped, display.u);
end Drive;
