within Workbench;

package Translational "Motion along a line"
  import Workbench.Quantities.*;

  connector Flange "Where parts are fastened to each other"
    Length s "Position";
    flow Force f "Force into the part";
  end Flange;

  partial model Compliant "A part that becomes longer or shorter"
    Flange a "Left end";
    Flange b "Right end";
    Length ds "Length";
    Force f "Force between the ends, positive if it pulls";
  equation
    ds = b.s - a.s;
    b.f = f;
    a.f = -f;
  end Compliant;

  model Fixed "A wall"
    parameter Length s0 = 0 "Where it stands";
    Flange flange;
  equation
    flange.s = s0;
  end Fixed;

  model Mass "A mass that slides"
    parameter Quantities.Mass m "Mass";
    Flange a "Left side";
    Flange b "Right side";
    Length s "Position";
    Velocity v "Velocity";
    Acceleration acceleration = der(v) "Acceleration";
  equation
    a.s = s;
    b.s = s;
    der(s) = v;
    m*acceleration = a.f + b.f;
  end Mass;

  model Spring "A spring"
    extends Compliant;
    parameter Stiffness c "Stiffness";
    parameter Length ds0 = 0 "Length without force";
  equation
    f = c*(ds - ds0);
  end Spring;

  model Damper "A damper"
    extends Compliant;
    parameter Damping d "Damping";
    Velocity dv = der(ds) "Speed of the ends relative to each other";
  equation
    f = d*dv;
  end Damper;

  model SpringDamper "A spring and a damper side by side"
    extends Compliant;
    parameter Stiffness c "Stiffness";
    parameter Damping d "Damping";
    parameter Length ds0 = 0 "Length without force";
  protected
    Force spring "Share of the spring";
    Force damper "Share of the damper";
  equation
    spring = c*(ds - ds0);
    damper = d*der(ds);
    f = spring + damper;
  end SpringDamper;

  model Rod "A rod that does not bend"
    parameter Length L = 1 "Length";
    Flange a "Left end";
    Flange b "Right end";
  equation
    b.s - a.s = L;
    a.f + b.f = 0;
  end Rod;

  model Friction "Friction against the ground, smooth around rest"
    Flange flange;
    parameter Force coulomb = 10 "Friction while sliding";
    parameter Velocity v0 = 0.01 "Speed below which it sticks, nearly";
    Velocity v = der(flange.s) "Speed";
  equation
    flange.f = coulomb*tanh(v/v0);
  end Friction;

  model SignalForce "A force that is a signal"
    Flange flange;
    Blocks.RealInput f(unit="N") "Force on what is fastened here";
  equation
    flange.f = -f;
  end SignalForce;

  model SignalPosition "A position that is a signal"
    Flange flange;
    Blocks.RealInput s(unit="m") "Position";
  equation
    flange.s = s;
  end SignalPosition;

  model ConstantForce "A force that does not change"
    parameter Force f0 "Force on what is fastened here";
    Flange flange;
  equation
    flange.f = -f0;
  end ConstantForce;

  model PositionSensor "Measures a position"
    Flange flange;
    Blocks.RealOutput s(unit="m") "Position";
  equation
    s = flange.s;
    flange.f = 0;
  end PositionSensor;
end Translational;
