// A ring modulator mixes two signals with four diodes. Ordinary differential equations, stiff and oscillating.
model RingModulator
  Real y[15](each start = 0, each fixed = true);
  constant Real pi = 3.14159265358979323846;
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, R = 25e3, Rp = 50, Lh = 4.45, Ls1 = 2e-3, Ls2 = 5e-4, Ls3 = 5e-4;
  parameter Real Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600;
  Real u1 = 0.5*sin(2e3*pi*time), u2 = 2*sin(2e4*pi*time);
  Real d1 = diode(y[3] - y[5] - y[7] - u2);
  Real d2 = diode(-y[4] + y[6] - y[7] - u2);
  Real d3 = diode(y[4] + y[5] + y[7] + u2);
  Real d4 = diode(-y[3] - y[6] + y[7] + u2);
  function diode
    input Real u;
    output Real i;
  algorithm
    i := 40.67286402e-9*(exp(17.7493332*u) - 1);
  end diode;
equation
  C*der(y[1]) = y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R;
  C*der(y[2]) = y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R;
  Cs*der(y[3]) = y[10] - d1 + d4;
  Cs*der(y[4]) = -y[11] + d2 - d3;
  Cs*der(y[5]) = y[12] + d1 - d3;
  Cs*der(y[6]) = -y[13] - d2 + d4;
  Cp*der(y[7]) = -y[7]/Rp + d1 + d2 - d3 - d4;
  Lh*der(y[8]) = -y[1];
  Lh*der(y[9]) = -y[2];
  Ls2*der(y[10]) = 0.5*y[1] - y[3] - Rg2*y[10];
  Ls3*der(y[11]) = -0.5*y[1] + y[4] - Rg3*y[11];
  Ls2*der(y[12]) = 0.5*y[2] - y[5] - Rg2*y[12];
  Ls3*der(y[13]) = -0.5*y[2] + y[6] - Rg3*y[13];
  Ls1*der(y[14]) = -y[1] + u1 - (Ri + Rg1)*y[14];
  Ls1*der(y[15]) = -y[2] - (Rc + Rg1)*y[15];
  annotation(experiment(StopTime = 1e-3));
end RingModulator;
