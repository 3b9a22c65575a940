within Workbench;

package Hydraulic "Flow of water in pipes and tanks"
  import Workbench.Quantities.*;

  connector Port "An opening"
    Pressure p "Pressure";
    flow VolumeFlow q "Flow into the part";
  end Port;

  record Medium "What flows"
    parameter Density rho = 1000 "Density";
    parameter Acceleration g = 9.81 "Gravity";
  end Medium;

  partial model Passage "Something that water flows through"
    Port a "Inlet";
    Port b "Outlet";
    Pressure dp "Pressure lost on the way";
    VolumeFlow q "Flow from a to b";
  equation
    dp = a.p - b.p;
    a.q = q;
    b.q = -q;
  end Passage;

  model Pipe "A pipe with slow flow"
    extends Passage;
    parameter HydraulicConductance G "Conductance";
  equation
    q = G*dp;
  end Pipe;

  model LongPipe "A pipe with so much water in it that it takes time to move"
    extends Passage;
    parameter HydraulicConductance G "Conductance";
    parameter HydraulicInertance L "Inertia of the water";
  equation
    L*der(q) = dp - q/G;
  end LongPipe;

  model Orifice "A hole with fast flow"
    extends Passage;
    parameter VolumeFlow nominal "Flow at the nominal loss of pressure";
    parameter Pressure dp0 = 1e5 "Nominal loss of pressure";
  equation
    dp = dp0*(q/nominal)*abs(q/nominal);
  end Orifice;

  model Valve "A passage that a signal opens"
    extends Passage;
    parameter HydraulicConductance G "Conductance if open";
    Blocks.RealInput opening "From 0 to 1";
  equation
    q = G*opening*dp;
  end Valve;

  model Pump "A pump whose lift falls with the flow"
    extends Passage;
    parameter Pressure lift "Rise of the pressure without flow";
    parameter Real slope(unit="Pa.s/m3") = 1e7 "Loss of lift with flow";
  equation
    dp = slope*q - lift;
  end Pump;

  model FlowSource "A flow that is given"
    extends Passage;
    parameter VolumeFlow q0 "Flow from a to b";
  equation
    q = q0;
  end FlowSource;

  model Reservoir "So much water that its pressure does not change"
    parameter Pressure p0 = 0 "Pressure";
    Port port;
  equation
    port.p = p0;
  end Reservoir;

  model Tank "An open tank"
    parameter Area A "Cross section";
    parameter Medium medium "What it holds";
    Length level "Height of the water";
    Volume V = A*level "Amount of water";
    Port port "At its bottom";
  equation
    der(V) = port.q;
    port.p = medium.rho*medium.g*level;
  end Tank;

  model Accumulator "A vessel that stretches"
    parameter HydraulicCompliance C "Compliance";
    Port port;
  equation
    C*der(port.p) = port.q;
  end Accumulator;

  model Cylinder "Turns pressure into force"
    parameter Area A "Area of the piston";
    Port port;
    Translational.Flange housing "What holds it";
    Translational.Flange rod "What it pushes";
    Length stroke "How far it is out";
  equation
    stroke = rod.s - housing.s;
    port.q = A*der(stroke);
    rod.f = -A*port.p;
    housing.f = -rod.f;
  end Cylinder;

  model PressureSensor "Measures a pressure"
    Port port;
    Blocks.RealOutput p(unit="Pa") "Pressure";
  equation
    p = port.p;
    port.q = 0;
  end PressureSensor;

  model LevelSensor "Measures a level by the pressure at the bottom"
    parameter Medium medium "What the tank holds";
    Port port;
    Blocks.RealOutput level(unit="m") "Level";
  equation
    medium.rho*medium.g*level = port.p;
    port.q = 0;
  end LevelSensor;
end Hydraulic;
