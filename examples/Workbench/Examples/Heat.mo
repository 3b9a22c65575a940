within Workbench.Examples;

package Heat "Things that get warm"
  import Workbench.Thermal.*;
  import Workbench.Quantities.{Temperature, HeatFlow};

  model Cup "A cup of coffee"
    Lump coffee(C=800, T(start=360, fixed=true));
    Conductor wall(G=0.5);
    FixedTemperature room(T=293);
  equation
    connect(coffee.port, wall.a);
    connect(wall.b, room.port);
  end Cup;

  model House "Air and walls of a house with a heater"
    Lump air(C=1e5, T(start=288, fixed=true));
    Lump walls(C=1e7, T(start=285, fixed=true));
    Conductor inside(G=200);
    Conductor outside(G=100);
    Conductor windows(G=30);
    FixedTemperature weather(T=273);
    FixedHeat heater(q=3e3);
  equation
    connect(air.port, inside.a);
    connect(inside.b, walls.port);
    connect(walls.port, outside.a);
    connect(outside.b, weather.port);
    connect(air.port, windows.a);
    connect(windows.b, weather.port);
    connect(heater.port, air.port);
  end House;

  model Thermostat "The heater is on or off"
    Lump air(C=1e5, T(start=288, fixed=true));
    Conductor wall(G=100);
    FixedTemperature weather(T=273);
    SignalHeat heater;
    Thermometer thermometer;
    Blocks.OnOff controller(band=1);
    Blocks.Switch switch(high=4e3);
    Blocks.Constant wanted(k=293);
  equation
    connect(heater.port, air.port);
    connect(air.port, wall.a);
    connect(wall.b, weather.port);
    connect(air.port, thermometer.port);
    connect(thermometer.T, controller.measured);
    connect(wanted.y, controller.setpoint);
    connect(controller.on, switch.u);
    connect(switch.y, heater.q);
  end Thermostat;

  model Wall "A wall in layers, as an array"
    parameter Integer n = 6 "Number of layers";
    Lump layer[n](each C=2e4, T(each start=290, each fixed=true));
    Conductor between[n + 1](each G=40);
    FixedTemperature inside(T=295);
    FixedTemperature outside(T=270);
  equation
    connect(inside.port, between[1].a);
    for i in 1:n loop
      connect(between[i].b, layer[i].port);
      connect(layer[i].port, between[i + 1].a);
    end for;
    connect(between[n + 1].b, outside.port);
  end Wall;

  model Filament "A lamp: a current heats it, it glows"
    Electrical.ConstantVoltage source(V=12);
    Electrical.HeatedResistor wire(R=0.5, alpha=0.0045);
    Electrical.Ground ground;
    Lump filament(C=0.01, T(start=300, fixed=true));
    Radiation glow(k=1e-12);
    FixedTemperature room(T=293);
  equation
    connect(source.p, wire.p);
    connect(source.n, wire.n);
    connect(source.n, ground.p);
    connect(wire.heat, filament.port);
    connect(filament.port, glow.a);
    connect(glow.b, room.port);
  end Filament;

  model Cooler "A fan that runs faster if it gets warmer"
    FixedHeat chip(q=50);
    Lump sink(C=200, T(start=300, fixed=true));
    Convection air;
    FixedTemperature room(T=298);
    Thermometer thermometer;
    Blocks.Constant wanted(k=310);
    Blocks.P controller(k=-0.2);
    Blocks.Limiter limiter(high=5, low=0.5);
  equation
    connect(chip.port, sink.port);
    connect(sink.port, air.a);
    connect(air.b, room.port);
    connect(sink.port, thermometer.port);
    connect(thermometer.T, controller.measured);
    connect(wanted.y, controller.setpoint);
    connect(controller.y, limiter.u);
    connect(limiter.y, air.G);
  end Cooler;
end Heat;
