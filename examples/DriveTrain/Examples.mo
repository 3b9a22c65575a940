within DriveTrain;

package Examples "Models to run"
  import DriveTrain.Shafts.*;
  import DriveTrain.Friction.*;
  import DriveTrain.Gears.*;
  import DriveTrain.Gearboxes.*;

  model Pushed "A mass that is pushed to and fro"
    Block slider(u=2*sin(time));
    annotation(experiment(StopTime=8, Tolerance=1e-9));
  end Pushed;

  model Stacked "A block on a block on a table"
    parameter Real m1 = 2 "Mass of the lower one";
    parameter Real m2 = 1 "Mass of the upper one";
    parameter Real u1 = 0 "Push at the lower one";
    parameter Real u2 = 2 "Push at the upper one";
    Surface lower(f0=3, v(start=0, fixed=true), f=u1 + upper.f - m1*a1) "On the table";
    Surface upper(f0=1, v(start=0, fixed=true), f=u2 - m2*(a1 + a2)) "On the lower one";
    Real a1 = der(lower.v) "Acceleration of the lower one";
    Real a2 = der(upper.v) "Of the upper one, relative to it";
  end Stacked;

  model Engaging "A clutch joins a shaft that turns and one that does not"
    Inertia left(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
    Inertia right(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
    Clutch clutch(mu0=0.5, force=if time < 1 then 0 else 100, mode(start=Mode.Free));
  equation
    connect(left.b, clutch.a);
    connect(clutch.b, right.a);
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end Engaging;

  model Stopping "A brake stops a flywheel"
    Inertia wheel(J=2, phi(start=0, fixed=true), w(start=6, fixed=true));
    Brake brake(mu0=0.5, force=40, mode(start=Mode.Forward));
  equation
    connect(wheel.b, brake.flange);
    annotation(experiment(StopTime=5, Tolerance=1e-9));
  end Stopping;

  model Overtaking "A drive that slows down lets go of the wheel it drives"
    Turn pedals(u=if time < 1 then time^2 else 1 + 2*(time - 1) - (time - 1)^2);
    OneWay freewheel(locked(start=true));
    Inertia wheel(J=1);
  equation
    connect(pedals.flange, freewheel.a);
    connect(freewheel.b, wheel.a);
    annotation(experiment(StopTime=1.5, Tolerance=1e-9));
  end Overtaking;

  model Play "Torques of an element with play"
    Housing wall;
    Backlash play(c=100, play=0.1);
    Turn turn(u=0.25*sin(time));
  equation
    connect(wall.flange, play.a);
    connect(play.b, turn.flange);
    annotation(experiment(StopTime=7, Tolerance=1e-9));
  end Play;

  model Axle "A motor, a spur gear, a shaft that twists, a differential and two wheels"
    Drive motor(u=6);
    Inertia rotor(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
    Spur gear(i=3);
    TorqueSensor torque;
    Spring shaft(c=400);
    Damper damper(d=0);
    Inertia middle(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
    Differential differential;
    Inertia left(J=1, phi(start=0, fixed=true), w(start=0, fixed=true)), right(J=3);
    AngleSensor angle;
    SpeedSensor speed;
    AccelerationSensor acceleration;
  equation
    connect(motor.flange, rotor.a);
    connect(rotor.b, gear.a);
    connect(gear.b, torque.a);
    connect(torque.b, shaft.a);
    connect(torque.b, damper.a);
    connect(shaft.b, middle.a);
    connect(damper.b, middle.a);
    connect(middle.b, differential.shaft);
    connect(differential.left, left.a);
    connect(differential.right, right.a);
    connect(left.b, angle.flange);
    connect(left.b, speed.flange);
    connect(left.b, acceleration.flange);
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end Axle;

  model Sets "A planetary gear as a whole, and one of two meshes"
    Planetary whole(i=3);
    Outer planet(za=20, zb=17) "Sun and planet";
    Inner outer_(za=17, zb=60) "Planet and ring";
    Turn sun(u=2*time + 0.1*time^2), ring(u=0.1*time^2 - time);
    Damper one(d=0.5), two(d=0.5);
    Housing housing;
  equation
    connect(sun.flange, whole.sun);
    connect(sun.flange, planet.a);
    connect(planet.b, outer_.a);
    connect(planet.carrier, outer_.carrier);
    connect(ring.flange, whole.ring);
    connect(ring.flange, outer_.b);
    connect(whole.carrier, one.a);
    connect(one.b, housing.flange);
    connect(planet.carrier, two.a);
    connect(two.b, housing.flange);
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end Sets;

  partial model Driven "An engine, a gearbox and a car"
    replaceable Gearing box constrainedby Gearing(
      sun(phi(start=0, fixed=true), w(start=0, fixed=true)),
      middle(phi(start=0, fixed=true), w(start=0, fixed=true)),
      overdrive(phi(start=0, fixed=true), w(start=0, fixed=true)));
    Inertia engine(J=0.2, phi(start=0, fixed=true), w(start=0, fixed=true));
    Drive torque(u=if time < 0.5 then 0 else 50);
    Inertia car(J=20);
  equation
    connect(torque.flange, engine.a);
    connect(engine.b, box.a);
    connect(box.b, car.a);
  end Driven;

  model Shifting "A car in one of its gears"
    extends Driven(redeclare Automatic box(gear=gear));
    parameter Integer gear = 1 "5 is reverse";
    annotation(experiment(StopTime=2, Tolerance=1e-7));
  end Shifting;

  model Upshifts "A car goes through its gears while it accelerates"
    extends Driven(redeclare Automatic box(gear=gear, force=fill(2000, 7)));
    Integer gear = if time < 1.5 then 1 elseif time < 3 then 2 elseif time < 4.5 then 3 else 4;
    annotation(experiment(StopTime=6, Tolerance=1e-7));
  end Upshifts;

  model States "The gearbox with everything pressed, from speeds that are given"
    extends Gearing(
      engaged=fill(true, 7),
      turbine(phi(start=0, fixed=true), w(start=speeds[1], fixed=true)),
      sun(phi(start=0, fixed=true), w(start=speeds[2], fixed=true)),
      middle(phi(start=0, fixed=true), w(start=speeds[3], fixed=true)),
      overdrive(phi(start=0, fixed=true), w(start=speeds[4], fixed=true)));
    parameter Speed speeds[4] = {0, 0, 0, 0} "Of the four shafts from which all others follow";
    annotation(experiment(StopTime=0.001, Tolerance=1e-7));
  end States;

  model Combination "Any of the 128 combinations of what can be engaged"
    extends Driven(box(engaged={mod(div(pattern, 2^(k - 1)), 2) == 1 for k in 1:7}));
    parameter Integer pattern(min=0, max=127) = 0 "Which are engaged: 1 for C4, 2 for C5, 4 for C6, ... 64 for C12";
    annotation(experiment(StopTime=1, Tolerance=1e-7));
  end Combination;
end Examples;
