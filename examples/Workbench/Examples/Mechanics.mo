within Workbench.Examples;

package Mechanics "Things that slide"
  import Workbench.Translational.*;
  import Workbench.Quantities.{Length, Force, Velocity, Energy};

  model Oscillator "A mass on a spring"
    Fixed wall;
    Spring spring(c=100);
    Mass mass(m=1, s(start=0.1, fixed=true), v(start=0, fixed=true));
  equation
    connect(wall.flange, spring.a);
    connect(spring.b, mass.a);
  end Oscillator;

  model DampedOscillator "A mass on a spring and a damper, pushed by a force"
    Fixed wall;
    Spring spring(c=100);
    Damper damper(d=2);
    Mass mass(m=1, s(start=0, fixed=true), v(start=0, fixed=true));
    SignalForce force;
    Blocks.Step step(height=10, startTime=1);
  equation
    connect(wall.flange, spring.a);
    connect(wall.flange, damper.a);
    connect(spring.b, mass.a);
    connect(damper.b, mass.a);
    connect(mass.b, force.flange);
    connect(step.y, force.f);
  end DampedOscillator;

  model Wagons "Three wagons with buffers between them"
    Mass first(m=1000, s(start=0, fixed=true), v(start=1, fixed=true));
    SpringDamper buffer1(c=1e5, d=1e3, ds0=10);
    Mass second(m=2000, s(start=10, fixed=true), v(start=0, fixed=true));
    SpringDamper buffer2(c=1e5, d=1e3, ds0=10);
    Mass third(m=1500, s(start=20, fixed=true), v(start=0, fixed=true));
    Friction brake(coulomb=500);
  equation
    connect(first.b, buffer1.a);
    connect(buffer1.b, second.a);
    connect(second.b, buffer2.a);
    connect(buffer2.b, third.a);
    connect(third.b, brake.flange);
  end Wagons;

  model QuarterCar "A wheel and a quarter of a car on a bumpy road"
    Mass body(m=300, s(start=0, fixed=true), v(start=0, fixed=true)) "Quarter of the car";
    SpringDamper suspension(c=2e4, d=1.5e3) "Between wheel and body";
    Mass wheel(m=40, s(start=0, fixed=true), v(start=0, fixed=true)) "Wheel";
    Spring tyre(c=1.8e5) "Tyre";
    SignalPosition road "Follows the height of the road";
    Blocks.Sine bumps(amplitude=0.05, f=0.5);
  equation
    connect(bumps.y, road.s);
    connect(road.flange, tyre.a);
    connect(tyre.b, wheel.a);
    connect(wheel.b, suspension.a);
    connect(suspension.b, body.a);
  end QuarterCar;

  model Coupled "Two masses on one rod move as one"
    Fixed wall;
    Spring spring(c=50);
    Mass left(m=1, s(start=0.1, fixed=true), v(start=0, fixed=true));
    Rod rod(L=0.5);
    Mass right(m=2);
  equation
    connect(wall.flange, spring.a);
    connect(spring.b, left.a);
    connect(left.b, rod.a);
    connect(rod.b, right.a);
  end Coupled;

  model Train "Any number of wagons, as arrays"
    parameter Integer n = 5 "Number of wagons";
    Mass wagon[n](
      each m=1e4,
      s(start={-12*i for i in 1:n}, each fixed=true),
      v(each start=0, each fixed=true));
    SpringDamper coupling[n - 1](each c=1e6, each d=1e5, each ds0=-12);
    SignalForce engine;
    Friction friction[n](each coulomb=200, each v0=0.1);
    Blocks.Ramp throttle(height=5e4, duration=10);
  equation
    connect(engine.flange, wagon[1].a);
    connect(throttle.y, engine.f);
    for i in 1:n-1 loop
      connect(wagon[i].b, coupling[i].a);
      connect(coupling[i].b, wagon[i + 1].a);
    end for;
    connect(wagon.b, friction.flange);
  end Train;

  model Position "A mass is moved to where it should be"
    Mass mass(m=2, s(start=0, fixed=true), v(start=0, fixed=true));
    Friction friction;
    SignalForce force;
    PositionSensor sensor;
    Blocks.PID controller(k=200, Ti=2, Td=0.3);
    Blocks.Step wanted(height=1, startTime=0.5);
  equation
    connect(force.flange, mass.a);
    connect(mass.b, friction.flange);
    connect(mass.b, sensor.flange);
    connect(sensor.s, controller.measured);
    connect(wanted.y, controller.setpoint);
    connect(controller.y, force.f);
  end Position;
end Mechanics;
