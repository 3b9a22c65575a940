within Workbench.Examples;

package Systems "Larger models of several domains"
  import Workbench.Quantities.*;

  model Vehicle "An electric car: battery, motor, gear, wheels, body"
    inner Rotational.World world;
    Electrical.ConstantVoltage battery(V=100);
    Electrical.Resistor inner_resistance(R=0.05);
    Electrical.Ground ground;
    Machines.Motor motor(R=0.1, k=0.5, J=0.05);
    Rotational.Gear gear(ratio=6);
    Rotational.Wheel wheel(r=0.3);
    Translational.Mass body(m=800);
    Translational.Friction rolling(coulomb=80, v0=0.1);
    Velocity speed = body.v "Speed of the car";
  equation
    connect(battery.p, inner_resistance.p);
    connect(inner_resistance.n, motor.p);
    connect(motor.n, battery.n);
    connect(battery.n, ground.p);
    connect(motor.shaft, gear.a);
    connect(gear.b, wheel.axle);
    connect(wheel.rim, body.a);
    connect(body.b, rolling.flange);
  end Vehicle;

  model Elevator "A cabin on a rope, moved by a controlled motor"
    inner Rotational.World world;
    Electrical.SignalVoltage supply;
    Electrical.Ground ground;
    Machines.GearMotor motor(ratio=20);
    Rotational.Wheel drum(r=0.2);
    Translational.SpringDamper rope(c=1e5, d=2e3);
    Translational.Mass cabin(m=300, s(start=0, fixed=true), v(start=0, fixed=true));
    Translational.ConstantForce weight(f0=-100);
    Translational.PositionSensor sensor;
    Blocks.PID controller(k=50, Ti=5, Td=0.5);
    Blocks.Ramp floor(height=3, duration=5);
  equation
    connect(floor.y, controller.setpoint);
    connect(sensor.s, controller.measured);
    connect(controller.y, supply.u);
    connect(supply.p, motor.p);
    connect(supply.n, motor.n);
    connect(supply.n, ground.p);
    connect(motor.shaft, drum.axle);
    connect(drum.rim, rope.a);
    connect(rope.b, cabin.a);
    connect(cabin.b, weight.flange);
    connect(cabin.b, sensor.flange);
  end Elevator;

  model HotMotor "A motor whose winding gets warm"
    inner Rotational.World world;
    Electrical.ConstantVoltage battery(V=12);
    Electrical.HeatedResistor winding(R=0.5, alpha=0.004);
    Electrical.Inductor field(L=1e-3, i(start=0, fixed=true));
    Machines.Converter converter(k=0.1);
    Electrical.Ground ground;
    Rotational.Inertia rotor(J=1e-3, phi(start=0, fixed=true), w(start=0, fixed=true));
    Rotational.Load fan(nominal=0.4);
    Thermal.Lump copper(C=50, T(start=300, fixed=true));
    Thermal.Conductor insulation(G=0.8);
    Thermal.Lump housing(C=400, T(start=300, fixed=true));
    Thermal.Conductor surface(G=2);
    Thermal.FixedTemperature air(T=298);
  equation
    connect(battery.p, winding.p);
    connect(winding.n, field.p);
    connect(field.n, converter.p);
    connect(converter.n, battery.n);
    connect(battery.n, ground.p);
    connect(converter.shaft, rotor.a);
    connect(rotor.b, fan.flange);
    connect(winding.heat, copper.port);
    connect(copper.port, insulation.a);
    connect(insulation.b, housing.port);
    connect(housing.port, surface.a);
    connect(surface.b, air.port);
  end HotMotor;

  model PumpStation "A motor drives a pump that fills a tank"
    inner Rotational.World world;
    Electrical.ConstantVoltage grid(V=48);
    Electrical.Ground ground;
    Machines.Motor motor;
    DrivenPump pump(displacement=1e-6);
    Hydraulic.Reservoir well;
    Hydraulic.Pipe pipe(G=1e-7);
    Hydraulic.Tank tank(A=1, level(start=1, fixed=true));
    Hydraulic.Pipe leak(G=1e-9);
    Hydraulic.Reservoir outside;

    model DrivenPump "A pump with a shaft"
      parameter Real displacement(unit="m3/rad") "Water for each turn";
      Rotational.Flange shaft "Shaft";
      Hydraulic.Port a "Inlet";
      Hydraulic.Port b "Outlet";
      AngularVelocity w "Speed";
    equation
      w = der(shaft.phi);
      a.q = displacement*w;
      a.q + b.q = 0;
      shaft.tau = displacement*(b.p - a.p);
    end DrivenPump;
  equation
    connect(grid.p, motor.p);
    connect(grid.n, motor.n);
    connect(grid.n, ground.p);
    connect(motor.shaft, pump.shaft);
    connect(well.port, pump.a);
    connect(pump.b, pipe.a);
    connect(pipe.b, tank.port);
    connect(tank.port, leak.a);
    connect(leak.b, outside.port);
  end PumpStation;

  model Building "Rooms in a row, each with its own heater and controller"
    parameter Integer n = 3 "Number of rooms";
    Room room[n](wanted(k={293, 291, 289}));
    Thermal.Conductor partition[n - 1](each G=50) "Walls between rooms";
    Thermal.Conductor facade[n](each G=30) "Walls to the outside";
    Thermal.FixedTemperature weather(T=268);

    model Room "Air, a heater and a controller"
      Thermal.Port wall "Its walls";
      Thermal.Lump air(C=5e4, T(start=285, fixed=true));
      Thermal.SignalHeat heater;
      Thermal.Thermometer thermometer;
      Blocks.PI controller(k=500, Ti=600);
      Blocks.Limiter limiter(high=3e3, low=0);
      Blocks.Constant wanted(k=293);
    equation
      connect(wall, air.port);
      connect(heater.port, air.port);
      connect(thermometer.port, air.port);
      connect(thermometer.T, controller.measured);
      connect(wanted.y, controller.setpoint);
      connect(controller.y, limiter.u);
      connect(limiter.y, heater.q);
    end Room;
  equation
    for i in 1:n-1 loop
      connect(room[i].wall, partition[i].a);
      connect(partition[i].b, room[i + 1].wall);
    end for;
    for i in 1:n loop
      connect(room[i].wall, facade[i].a);
      connect(facade[i].b, weather.port);
    end for;
  end Building;
end Systems;
