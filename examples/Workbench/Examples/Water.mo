within Workbench.Examples;

package Water "Tanks, pipes and pumps"
  import Workbench.Hydraulic.*;
  import Workbench.Quantities.{Length, VolumeFlow};

  model Drain "A tank runs empty"
    Tank tank(A=1, level(start=2, fixed=true));
    Pipe pipe(G=1e-7);
    Reservoir outside;
  equation
    connect(tank.port, pipe.a);
    connect(pipe.b, outside.port);
  end Drain;

  model TwoTanks "Two tanks come to the same level"
    Tank left(A=1, level(start=2, fixed=true));
    Tank right(A=0.5, level(start=0, fixed=true));
    LongPipe pipe(G=1e-6, L=1e5, q(start=0, fixed=true));
  equation
    connect(left.port, pipe.a);
    connect(pipe.b, right.port);
  end TwoTanks;

  model Tower "A pump fills a tower, a valve empties it"
    Reservoir lake;
    Pump pump(lift=4e5);
    Pipe riser(G=1e-7);
    Tank tower(A=3, level(start=10, fixed=true));
    Valve valve(G=5e-8);
    Reservoir town(p0=1e4);
    Blocks.Sine demand(amplitude=0.4, f=1e-4, offset=0.5);
  equation
    connect(lake.port, pump.a);
    connect(pump.b, riser.a);
    connect(riser.b, tower.port);
    connect(tower.port, valve.a);
    connect(valve.b, town.port);
    connect(demand.y, valve.opening);
  end Tower;

  model LevelControl "A valve keeps the level of a tank"
    Reservoir supply(p0=2e5);
    Valve valve(G=1e-7);
    Tank tank(A=0.5, level(start=0.2, fixed=true));
    Orifice outlet(nominal=5e-3);
    Reservoir drain;
    LevelSensor sensor;
    Blocks.PI controller(k=2, Ti=20);
    Blocks.Limiter limiter(high=1, low=0);
    Blocks.Constant wanted(k=1.5);
  equation
    connect(supply.port, valve.a);
    connect(valve.b, tank.port);
    connect(tank.port, outlet.a);
    connect(outlet.b, drain.port);
    connect(tank.port, sensor.port);
    connect(sensor.level, controller.measured);
    connect(wanted.y, controller.setpoint);
    connect(controller.y, limiter.u);
    connect(limiter.y, valve.opening);
  end LevelControl;

  model Cascade "Tanks one behind the other, as an array"
    parameter Integer n = 5 "Number of tanks";
    FlowSource spring(q0=1e-3);
    Reservoir source;
    Tank tank[n](each A=0.2, level(each start=0.5, each fixed=true));
    Pipe pipe[n](each G=1e-7);
    Reservoir sea;
  equation
    connect(source.port, spring.a);
    connect(spring.b, tank[1].port);
    connect(tank.port, pipe.a);
    for i in 1:n-1 loop
      connect(pipe[i].b, tank[i + 1].port);
    end for;
    connect(pipe[n].b, sea.port);
  end Cascade;

  model Jack "Water lifts a mass"
    Reservoir sump;
    FlowSource pump(q0=1e-4);
    Accumulator vessel(C=1e-9, port(p(start=0, fixed=true)));
    Cylinder cylinder(A=0.01);
    Translational.Fixed floor;
    Translational.Mass load(m=500, s(start=0, fixed=true), v(start=0, fixed=true));
    Translational.ConstantForce weight(f0=-4905);
  equation
    connect(sump.port, pump.a);
    connect(pump.b, vessel.port);
    connect(vessel.port, cylinder.port);
    connect(cylinder.housing, floor.flange);
    connect(cylinder.rod, load.a);
    connect(load.b, weight.flange);
  end Jack;

  model Network "Pipes that form a loop"
    Reservoir source(p0=5e5);
    Pipe main(G=1e-7);
    Pipe upper(G=5e-8);
    Pipe lower(G=3e-8);
    Pipe cross(G=2e-8);
    Orifice house1(nominal=1e-3);
    Orifice house2(nominal=2e-3);
    Reservoir outside;
  equation
    connect(source.port, main.a);
    connect(main.b, upper.a);
    connect(main.b, lower.a);
    connect(upper.b, cross.a);
    connect(lower.b, cross.b);
    connect(upper.b, house1.a);
    connect(lower.b, house2.a);
    connect(house1.b, outside.port);
    connect(house2.b, outside.port);
  end Network;
end Water;
