within Workbench;

package Rotational "Motion round an axis"
  import Workbench.Quantities.*;

  connector Flange "The end of a shaft"
    Angle phi "Angle";
    flow Torque tau "Torque into the part";
  end Flange;

  partial model Compliant "A shaft that twists"
    Flange a "Driving end";
    Flange b "Driven end";
    Angle dphi = b.phi - a.phi "Twist";
    Torque tau "Torque from one end to the other";
  equation
    b.tau = tau;
    a.tau = -tau;
  end Compliant;

  partial model Absolute "Something between a shaft and the housing"
    Flange flange "The shaft";
    outer World world "Where the housing stands";
    Angle phi = flange.phi - world.phi0 "Angle relative to the housing";
  end Absolute;

  model World "What all models agree about"
    parameter Angle phi0 = 0 "Angle of the housing";
    parameter Acceleration g = 9.81 "Gravity";
  end World;

  model Fixed "The housing"
    parameter Angle phi0 = 0 "Its angle";
    Flange flange;
  equation
    flange.phi = phi0;
  end Fixed;

  model Inertia "A flywheel"
    parameter Quantities.Inertia J "Moment of inertia";
    Flange a "Driving end";
    Flange b "Driven end";
    Angle phi "Angle";
    AngularVelocity w "Speed";
    AngularAcceleration acceleration "Acceleration";
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    acceleration = der(w);
    J*acceleration = a.tau + b.tau;
  end Inertia;

  model Spring "A shaft that springs back"
    extends Compliant;
    parameter RotationalStiffness c "Stiffness";
  equation
    tau = c*dphi;
  end Spring;

  model Damper "A shaft that dampens"
    extends Compliant;
    parameter RotationalDamping d "Damping";
    AngularVelocity dw "Speed of the ends relative to each other";
  equation
    dw = der(dphi);
    tau = d*dw;
  end Damper;

  model Bearing "Friction between a shaft and the housing"
    extends Absolute;
    parameter RotationalDamping d "Damping";
  equation
    flange.tau = d*der(phi);
  end Bearing;

  model Load "A torque that grows with the square of the speed, as of a fan"
    extends Absolute;
    parameter Torque nominal "Torque at nominal speed";
    parameter AngularVelocity w0 = 100 "Nominal speed";
    AngularVelocity w = der(phi) "Speed";
  equation
    flange.tau = nominal*(w/w0)*abs(w/w0);
  end Load;

  model Gear "An ideal gear"
    parameter Real ratio "Turns of a for one turn of b";
    Flange a "Driving end";
    Flange b "Driven end";
  equation
    a.phi = ratio*b.phi;
    ratio*a.tau + b.tau = 0;
  end Gear;

  model Differential "Shares a torque between two shafts"
    Flange shaft "Driving end";
    Flange left "Left wheel";
    Flange right "Right wheel";
  equation
    shaft.phi = (left.phi + right.phi)/2;
    left.tau = -shaft.tau/2;
    right.tau = -shaft.tau/2;
  end Differential;

  model Wheel "A wheel that rolls"
    parameter Length r "Radius";
    Flange axle "Axle";
    Translational.Flange rim "Where it touches the ground";
  equation
    r*axle.phi = rim.s;
    axle.tau = -r*rim.f;
  end Wheel;

  model ConstantTorque "A torque that does not change"
    parameter Torque tau0 "Torque on what is fastened here";
    Flange flange;
  equation
    flange.tau = -tau0;
  end ConstantTorque;

  model SignalTorque "A torque that is a signal"
    Flange flange;
    Blocks.RealInput tau(unit="N.m") "Torque on what is fastened here";
  equation
    flange.tau = -tau;
  end SignalTorque;

  model SpeedSensor "Measures a speed"
    Flange flange;
    Blocks.RealOutput w(unit="rad/s") "Speed";
  equation
    w = der(flange.phi);
    flange.tau = 0;
  end SpeedSensor;

  model AngleSensor "Measures an angle"
    Flange flange;
    Blocks.RealOutput phi(unit="rad") "Angle";
  equation
    phi = flange.phi;
    flange.tau = 0;
  end AngleSensor;
end Rotational;
