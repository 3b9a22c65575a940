// A coil on an iron core with an air gap and leakage. The permeability falls steeply where the core saturates. Among current,
// fluxes and what follows from them a state is chosen while the model runs; a permeability is never one, because two fluxes
// have the same.
model Saturated
  parameter Real N = 1000, R = 10, Rl = 2e7, Ra = 4e5, A = 1e-4, l = 0.2, mu_0 = 1.25663706212e-6;
  parameter Real mu_i = 500, B_max = 1.5, c_a = 12000, c_b = 10, n = 12;
  type Flux = Real(nominal = 1e-4);
  Flux Phi(start = 0, fixed = true), leak, flux;
  Real u, i, V, B, B_N, mu, G, Rm, V_fe, V_air;
equation
  u = 100*sin(314.1592653589793*time);
  u = R*i + N*der(Phi);
  V = N*i;
  Phi = leak + flux;
  V = leak*Rl;
  V = V_fe + V_air;
  V_air = flux*Ra;
  V_fe = flux*Rm;
  Rm = 1/G;
  G = mu_0*mu*A/l;
  mu = 1 + (mu_i - 1 + c_a*B_N)/(1 + c_b*B_N + B_N^n);
  B_N = abs(B/B_max);
  B = flux/A;
  annotation(experiment(StopTime = 0.03, Tolerance = 1e-7));
end Saturated;
