within Workbench.Examples;

package Drives "Things that turn"
  import Workbench.Rotational.*;
  import Workbench.Machines.*;
  import Workbench.Quantities.{AngularVelocity, Power, Torque};

  model Flywheel "A torque turns a flywheel"
    ConstantTorque torque(tau0=2);
    Inertia flywheel(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(torque.flange, flywheel.a);
  end Flywheel;

  model Torsion "Two flywheels on a shaft that twists"
    Inertia left(J=1, phi(start=0, fixed=true), w(start=10, fixed=true));
    Spring shaft(c=500);
    Damper damper(d=1);
    Inertia right(J=2, phi(start=0, fixed=true), w(start=0, fixed=true));
  equation
    connect(left.b, shaft.a);
    connect(left.b, damper.a);
    connect(shaft.b, right.a);
    connect(damper.b, right.a);
  end Torsion;

  model Geared "A fast small flywheel and a slow large one"
    inner World world;
    SignalTorque torque;
    Inertia fast(J=0.01, phi(start=0, fixed=true), w(start=0, fixed=true));
    Gear gear(ratio=8);
    Inertia slow(J=1);
    Bearing bearing(d=0.5);
    Blocks.Ramp ramp(height=3, duration=2);
  equation
    connect(ramp.y, torque.tau);
    connect(torque.flange, fast.a);
    connect(fast.b, gear.a);
    connect(gear.b, slow.a);
    connect(slow.b, bearing.flange);
  end Geared;

  model Pendulum "A pendulum with a spring, on a wall"
    inner World world(phi0=0.1);
    Fixed wall(phi0=0.1);
    Spring spring(c=20);
    Inertia arm(J=0.4, phi(start=1, fixed=true), w(start=0, fixed=true));
    Bearing bearing(d=0.05);
  equation
    connect(wall.flange, spring.a);
    connect(spring.b, arm.a);
    connect(arm.b, bearing.flange);
  end Pendulum;

  model Fan "A motor drives a fan"
    inner World world;
    Electrical.ConstantVoltage battery(V=24);
    Electrical.Ground ground;
    Motor motor(R=0.8);
    Load fan(nominal=0.5);
    Power input_power = battery.v*battery.i "Power of the battery, negative if it gives power";
  equation
    connect(battery.p, motor.p);
    connect(battery.n, motor.n);
    connect(battery.n, ground.p);
    connect(motor.shaft, fan.flange);
  end Fan;

  model GearedFan "A motor with a gear drives a fan"
    inner World world;
    Electrical.ConstantVoltage battery(V=24);
    Electrical.Ground ground;
    GearMotor motor(ratio=3);
    Load fan(nominal=5, w0=30);
  equation
    connect(battery.p, motor.p);
    connect(battery.n, motor.n);
    connect(battery.n, ground.p);
    connect(motor.shaft, fan.flange);
  end GearedFan;

  model DirectFan "The same machine without its gear"
    extends GearedFan(motor(geared=false), fan(nominal=0.5, w0=100));
  end DirectFan;

  model SpeedControl "A motor keeps its speed while the load changes"
    inner World world;
    Electrical.SignalVoltage supply;
    Electrical.Ground ground;
    Motor motor;
    SpeedSensor sensor;
    SignalTorque load;
    Blocks.PI controller(k=0.2, Ti=0.1);
    Blocks.Constant wanted(k=100);
    Blocks.Step disturbance(height=-0.3, startTime=2);
  equation
    connect(wanted.y, controller.setpoint);
    connect(sensor.w, controller.measured);
    connect(controller.y, supply.u);
    connect(supply.p, motor.p);
    connect(supply.n, motor.n);
    connect(supply.n, ground.p);
    connect(motor.shaft, sensor.flange);
    connect(motor.shaft, load.flange);
    connect(disturbance.y, load.tau);
  end SpeedControl;

  model Axle "A differential drives two wheels of a car"
    ConstantTorque engine(tau0=200);
    Inertia shaft(J=0.2, phi(start=0, fixed=true), w(start=0, fixed=true));
    Differential differential;
    Inertia left(J=0.8);
    Inertia right(J=0.8, phi(start=0, fixed=true), w(start=0, fixed=true));
    Damper slip(d=5);
    Fixed road;
    Damper resistance(d=10);
  equation
    connect(engine.flange, shaft.a);
    connect(shaft.b, differential.shaft);
    connect(differential.left, left.a);
    connect(differential.right, right.a);
    connect(left.b, slip.a);
    connect(right.b, slip.b);
    connect(right.b, resistance.a);
    connect(resistance.b, road.flange);
  end Axle;

  model Shaft "A long shaft as an array of pieces"
    parameter Integer n = 4 "Number of pieces";
    Inertia piece[n](
      each J=0.1,
      phi(each start=0, each fixed=true),
      w(each start=0, each fixed=true));
    Spring spring[n - 1](each c=1e3);
    Damper damper[n - 1](each d=0.5);
    SignalTorque torque;
    Blocks.Sine sine(amplitude=10, f=3);
  equation
    connect(sine.y, torque.tau);
    connect(torque.flange, piece[1].a);
    for i in 1:n-1 loop
      connect(piece[i].b, spring[i].a);
      connect(piece[i].b, damper[i].a);
      connect(spring[i].b, piece[i + 1].a);
      connect(damper[i].b, piece[i + 1].a);
    end for;
  end Shaft;
end Drives;
