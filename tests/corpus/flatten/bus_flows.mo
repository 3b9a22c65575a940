// The flow of a signal that a bus has from another one is zero where nothing speaks of it, and a connection to what is not there
// gives a bus no signal.

connector Flange
  Real phi;
  flow Real tau;
end Flange;

expandable connector Bus
  Real unused;
end Bus;

model Spring
  Flange a;
equation
  a.tau = 2*(a.phi - 0.5);
end Spring;

model Driver
  Bus bus;
  Spring spring;
equation
  connect(spring.a, bus.wheel);
end Driver;

model Road
  parameter Boolean wet = false;
  Bus bus;
  Flange f;
  Signal y if wet;
equation
  connect(y, bus.unused);
  f.phi = 2;
end Road;

connector Signal = output Real;

model bus_flows
  Driver driver;
  Road road;
  Bus bus;
equation
  connect(driver.bus, bus);
  connect(road.bus, bus);
end bus_flows;
