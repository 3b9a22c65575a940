within Basics;

package Thermal "Heat that flows and is stored, with heat flow and with entropy flow in the connectors"
  type Temperature = Real(quantity="Temperature", unit="K", min=0);
  type HeatFlow = Real(quantity="Power", unit="W");
  type EntropyFlow = Real(quantity="EntropyFlow", unit="W/K");

  connector Port "Temperatures are equal, heat flows sum to zero"
    Temperature T;
    flow HeatFlow Q "Heat into the part";
  end Port;

  partial record Bar "What a bar is made of"
    parameter Real lambda(unit="W/(m.K)") = 1 "Conductivity";
    parameter Real A(unit="m2") = 1 "Cross-section";
    parameter Real L(unit="m") = 1 "Length";
  end Bar;

  partial record Body "What stores heat"
    parameter Real c(unit="J/(kg.K)") = 1 "Specific heat capacity";
    parameter Real m(unit="kg") = 1 "Mass";
    parameter Temperature T0 = 293.15 "Temperature at the beginning";
  end Body;

  model Conductor "A bar that heat flows through; linear in temperature and heat flow"
    extends Bar;
    Port a, b;
  equation
    0 = a.Q + b.Q;
    a.Q = lambda*A/L*(a.T - b.T);
  end Conductor;

  model Capacity "A body of one temperature"
    extends Body;
    Port port(T(start=T0, fixed=true));
  equation
    port.Q = c*m*der(port.T);
  end Capacity;

  model Surroundings "Stay as warm as they are, however much heat they take up"
    parameter Temperature T0 = 293.15;
    Port port;
  equation
    port.T = T0;
  end Surroundings;

  connector EntropyPort "The product of the two is the power: temperature and entropy flow"
    Temperature T;
    flow EntropyFlow S "Entropy into the part";
  end EntropyPort;

  model EntropyConductor "The same bar: as much heat leaves as enters, and so more entropy"
    extends Bar;
    EntropyPort a, b;
  equation
    0 = a.T*a.S + b.T*b.S;
    a.S = lambda*A/L*(a.T - b.T)/a.T;
  end EntropyConductor;

  model EntropyCapacity "The same body"
    extends Body;
    EntropyPort port(T(start=T0, fixed=true));
  equation
    port.S = c*m*der(port.T)/port.T;
  end EntropyCapacity;
end Thermal;
