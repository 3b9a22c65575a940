within Workbench;

package Thermal "Flow of heat between lumps"
  import Workbench.Quantities.*;

  connector Port "Where heat flows"
    Temperature T "Temperature";
    flow HeatFlow q "Heat into the part";
  end Port;

  partial model Element "Something that heat flows through and does not stay in"
    Port a "One side";
    Port b "The other side";
    Temperature dT "How much warmer a is than b";
    HeatFlow q "Heat from a to b";
  equation
    dT = a.T - b.T;
    a.q = q;
    b.q = -q;
  end Element;

  model Lump "A body of one temperature"
    parameter HeatCapacity C "Heat capacity";
    Temperature T "Temperature";
    Port port;
  equation
    port.T = T;
    C*der(T) = port.q;
  end Lump;

  model Conductor "Conducts heat"
    extends Element;
    parameter ThermalConductance G "Conductance";
  equation
    q = G*dT;
  end Conductor;

  model Convection "Heat to moving air, the more the faster"
    extends Element;
    Blocks.RealInput G(unit="W/K") "Conductance";
  equation
    q = G*dT;
  end Convection;

  model Radiation "Heat as light"
    extends Element;
    parameter Real k(unit="W/K4") "Radiation";
  equation
    q = k*(a.T^4 - b.T^4);
  end Radiation;

  model FixedTemperature "Surroundings that stay as warm as they are"
    parameter Temperature T "Temperature";
    Port port;
  equation
    port.T = T;
  end FixedTemperature;

  model FixedHeat "A steady source of heat"
    parameter HeatFlow q "Heat into what is fastened here";
    Port port;
  equation
    port.q = -q;
  end FixedHeat;

  model SignalHeat "A source of heat that is a signal"
    Port port;
    Blocks.RealInput q(unit="W") "Heat into what is fastened here";
  equation
    port.q = -q;
  end SignalHeat;

  model Thermometer "Measures a temperature"
    Port port;
    Blocks.RealOutput T(unit="K") "Temperature";
  equation
    T = port.T;
    port.q = 0;
  end Thermometer;
end Thermal;
