within Basics;

package Electrical "Ideal parts of circuits"
  type Voltage = Real(quantity="Voltage", unit="V");
  type Current = Real(quantity="Current", unit="A");
  type Resistance = Real(quantity="Resistance", unit="Ohm");
  type Inductance = Real(quantity="Inductance", unit="H");
  type Capacitance = Real(quantity="Capacitance", unit="F");

  connector Pin "Where a wire is fastened: potentials are equal, currents sum to zero"
    Voltage v "Potential";
    flow Current i "Current into the part";
  end Pin;

  partial model TwoPin "What all parts with two pins have in common"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Voltage u "Voltage from p to n";
  equation
    u = p.v - n.v;
    0 = p.i + n.i;
  end TwoPin;

  model Resistor "Ohm's law"
    extends TwoPin;
    parameter Resistance R = 1;
  equation
    u = R*p.i;
  end Resistor;

  model HeatedResistor "A resistor whose resistance depends on its temperature, and that gives off its heat"
    extends TwoPin;
    parameter Resistance R = 1 "Resistance at the temperature Tref";
    parameter Real RT(unit="Ohm/K") = 0 "What each degree adds to it";
    parameter Thermal.Temperature Tref = 293.15;
    Thermal.Port h "Where the heat leaves";
  equation
    u = (R + RT*(h.T - Tref))*p.i;
    h.Q = -u*p.i;
  end HeatedResistor;

  model Capacitor
    extends TwoPin;
    parameter Capacitance C = 1;
  equation
    C*der(u) = p.i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Inductance L = 1;
  equation
    L*der(p.i) = u;
  end Inductor;

  model Battery "Direct voltage"
    extends TwoPin;
    parameter Voltage U = 1;
  equation
    u = U;
  end Battery;

  model SineVoltage "Alternating voltage"
    extends TwoPin;
    parameter Voltage A = 1 "Amplitude";
    parameter Real w(unit="rad/s") = 1 "Angular frequency";
  equation
    u = A*sin(w*time);
  end SineVoltage;

  model Ground "Where potentials are measured from; its current is whatever is left over"
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Electrical;
