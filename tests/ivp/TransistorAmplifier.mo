// Two transistors amplify a signal. Index one: capacitors between nodes leave three of the eight potentials algebraic.
model TransistorAmplifier
  constant Real pi = 3.14159265358979323846;
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
  parameter Real C[5] = {1e-6, 2e-6, 3e-6, 4e-6, 5e-6};
  Real y[8](start = {0, 3, 3, 6, 3, 3, 6, 0}) "Potentials";
  Real u[5](start = {-3, 3, 3, 3, 6}, each fixed = true) "Voltages of capacitors";
  Real g1 = beta*(exp((y[2] - y[3])/UF) - 1), g2 = beta*(exp((y[5] - y[6])/UF) - 1);
  Real signal = 0.1*sin(200*pi*time);
equation
  u = {y[1] - y[2], y[3], y[4] - y[5], y[6], y[7] - y[8]};
  0 = C[1]*der(u[1]) + (y[1] - signal)/R0;
  0 = -C[1]*der(u[1]) + (2*y[2] - Ub)/R + (1 - alpha)*g1;
  0 = C[2]*der(u[2]) + y[3]/R - g1;
  0 = C[3]*der(u[3]) + (y[4] - Ub)/R + alpha*g1;
  0 = -C[3]*der(u[3]) + (2*y[5] - Ub)/R + (1 - alpha)*g2;
  0 = C[4]*der(u[4]) + y[6]/R - g2;
  0 = C[5]*der(u[5]) + (y[7] - Ub)/R + alpha*g2;
  0 = -C[5]*der(u[5]) + y[8]/R;
  annotation(experiment(StopTime = 0.2));
end TransistorAmplifier;
