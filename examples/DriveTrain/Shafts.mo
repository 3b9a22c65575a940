within DriveTrain;

package Shafts "What turns, twists and is held"
  type Angle = Real(quantity="Angle", unit="rad");
  type Speed = Real(quantity="AngularVelocity", unit="rad/s");
  type Acceleration = Real(quantity="AngularAcceleration", unit="rad/s2");
  type Torque = Real(quantity="Torque", unit="N.m");
  type Stiffness = Real(quantity="RotationalStiffness", unit="N.m/rad");
  type Damping = Real(quantity="RotationalDamping", unit="N.m.s/rad");

  connector Flange "The end of a shaft"
    Angle phi "Angle in space";
    flow Torque tau "Torque into the part";
  end Flange;

  partial model Between "A part that passes one torque from a to b"
    Flange a "Driving end";
    Flange b "Driven end";
    Angle dphi "Angle of b relative to a";
    Torque tau "Torque that b feels";
  equation
    dphi = b.phi - a.phi;
    b.tau = tau;
    a.tau = -tau;
  end Between;

  model Inertia "A rigid shaft with a moment of inertia"
    parameter Real J(quantity="Inertia", unit="kg.m2") "Moment of inertia";
    Flange a "Driving end";
    Flange b "Driven end";
    Angle phi(stateSelect=StateSelect.prefer) "Angle";
    Speed w(stateSelect=StateSelect.prefer) "Speed";
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;

  model Spring "A shaft that springs back"
    extends Between;
    parameter Stiffness c "Stiffness";
  equation
    tau = c*dphi;
  end Spring;

  model Damper "A shaft that dampens"
    extends Between;
    parameter Damping d "Damping";
  equation
    tau = d*der(dphi);
  end Damper;

  model Backlash "Play, and a spring where it ends: play alone would make impacts"
    extends Between;
    parameter Stiffness c "Stiffness";
    parameter Angle play "Play to either side";
  equation
    tau = if dphi > play then c*(dphi - play) elseif dphi < -play then c*(dphi + play) else 0;
  end Backlash;

  model Housing "Does not turn"
    parameter Angle phi0 = 0 "Its angle";
    Flange flange;
  equation
    flange.phi = phi0;
  end Housing;

  model Drive "A torque from outside"
    Flange flange;
    input Real u "Torque on what is fastened here";
  equation
    flange.tau = -u;
  end Drive;

  model Turn "Turns as it is told"
    Flange flange;
    input Real u "Angle";
  equation
    flange.phi = u;
  end Turn;

  partial model Sensor "Measures without a torque of its own"
    Flange flange;
  equation
    flange.tau = 0;
  end Sensor;

  model AngleSensor "Measures an angle"
    extends Sensor;
    output Angle y = flange.phi "Angle";
  end AngleSensor;

  model SpeedSensor "Measures a speed"
    extends Sensor;
    output Speed y = der(flange.phi) "Speed";
  end SpeedSensor;

  model AccelerationSensor "Measures an acceleration"
    extends Sensor;
    Speed w = der(flange.phi) "Speed";
    output Acceleration y = der(w) "Acceleration";
  end AccelerationSensor;

  model TorqueSensor "Measures the torque in a shaft"
    Flange a "Driving end";
    Flange b "Driven end";
    output Torque y = a.tau "Torque from a to b";
  equation
    a.phi = b.phi;
    a.tau + b.tau = 0;
  end TorqueSensor;
end Shafts;
