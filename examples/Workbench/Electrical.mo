within Workbench;

package Electrical "Analog circuits"
  import Workbench.Quantities.*;

  connector Pin "A pin of a part"
    Voltage v "Potential";
    flow Current i "Current into the part";
  end Pin;

  partial model OnePort "A part with two pins and one current"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Voltage v "Voltage from p to n";
    Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end OnePort;

  partial model TwoPort "A part with two ports"
    Pin p1 "Positive pin of the first port";
    Pin n1 "Negative pin of the first port";
    Pin p2 "Positive pin of the second port";
    Pin n2 "Negative pin of the second port";
    Voltage v1 = p1.v - n1.v "Voltage of the first port";
    Voltage v2 = p2.v - n2.v "Voltage of the second port";
    Current i1 = p1.i "Current into the first port";
    Current i2 = p2.i "Current into the second port";
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;

  model Ground "Where the potential is zero"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "A resistor"
    extends OnePort;
    parameter Resistance R "Resistance";
  equation
    v = R*i;
  end Resistor;

  model HeatedResistor "A resistor that gets warm"
    extends OnePort;
    parameter Resistance R "Resistance at the reference temperature";
    parameter Real alpha(unit="1/K") = 0 "Change of the resistance with temperature";
    parameter Temperature T0 = 300 "Reference temperature";
    Thermal.Port heat "Where the heat goes";
  equation
    v = R*(1 + alpha*(heat.T - T0))*i;
    heat.q = -v*i;
  end HeatedResistor;

  model Capacitor "A capacitor"
    extends OnePort;
    parameter Capacitance C "Capacitance";
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor "An inductor"
    extends OnePort;
    parameter Inductance L "Inductance";
  equation
    L*der(i) = v;
  end Inductor;

  model Diode "An ideal curve of a diode"
    extends OnePort;
    parameter Current saturation = 1e-12 "Saturation current";
    parameter Voltage thermal = 0.026 "Thermal voltage";
  equation
    i = saturation*(exp(v/thermal) - 1);
  end Diode;

  model Switch "A switch that a signal opens and closes"
    extends OnePort;
    parameter Resistance closed = 1e-3 "Resistance if closed";
    parameter Resistance open = 1e6 "Resistance if open";
    Blocks.BooleanInput on "True to close it";
  equation
    v = (if on then closed else open)*i;
  end Switch;

  model Transformer "An ideal transformer"
    extends TwoPort;
    parameter Real n "Turns of the first side for one of the second";
  equation
    v1 = n*v2;
    n*i1 + i2 = 0;
  end Transformer;

  model Amplifier "An ideal operational amplifier"
    Pin plus "Input that is followed";
    Pin minus "Input that is turned round";
    Pin out "Output";
  equation
    plus.v = minus.v;
    plus.i = 0;
    minus.i = 0;
  end Amplifier;

  model ConstantVoltage "A battery without resistance"
    extends OnePort;
    parameter Voltage V "Voltage";
  equation
    v = V;
  end ConstantVoltage;

  model SineVoltage "A source of alternating voltage"
    extends OnePort;
    parameter Voltage V "Amplitude";
    parameter Frequency f = 50 "Frequency";
  equation
    v = V*sin(2*3.14159265358979*f*time);
  end SineVoltage;

  model SignalVoltage "A source whose voltage is a signal"
    extends OnePort;
    Blocks.RealInput u(unit="V") "Voltage";
  equation
    v = u;
  end SignalVoltage;

  model ConstantCurrent "A source of direct current"
    extends OnePort;
    parameter Current I "Current from p to n";
  equation
    i = I;
  end ConstantCurrent;

  model VoltageSensor "Measures a voltage"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Blocks.RealOutput v(unit="V") "Voltage from p to n";
  equation
    v = p.v - n.v;
    p.i = 0;
    n.i = 0;
  end VoltageSensor;

  model CurrentSensor "Measures a current"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Blocks.RealOutput i(unit="A") "Current from p to n";
  equation
    p.v = n.v;
    p.i + n.i = 0;
    i = p.i;
  end CurrentSensor;
end Electrical;
