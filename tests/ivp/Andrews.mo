// Andrews' squeezing mechanism: seven bodies in three closed chains, driven by a motor. Index three, one degree of
// freedom.
model Andrews
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706, m7 = 0.05498;
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072, c0 = 4530;
  parameter Real i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7;
  parameter Real i7 = 1.912e-5, d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5;
  parameter Real ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5;
  parameter Real u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, mom = 33e-3;
  Real q[7](
    start = {
      -0.0617138900142764496, 0, 0.455279819163070380, 0.222668390165885885,
      0.487364979543842550, -0.222668390165885885, 1.23054744454982119},
    fixed = {false, true, false, false, false, false, false}) "beta, Theta, gamma, Phi, delta, Omega, epsilon";
  Real v[7](each start = 0, fixed = {false, true, false, false, false, false, false});
  Real a[7], l[6] "Accelerations and forces";
  Real M11 = m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(q[2]) + da^2) + i1 + i2;
  Real M12 = m2*(da^2 - da*rr*cos(q[2])) + i2;
  Real M45 = m4*((e - ea)^2 + zt*(e - ea)*sin(q[4])) + i4;
  Real M55 = m4*(zt^2 + 2*zt*(e - ea)*sin(q[4]) + (e - ea)^2) + m5*(ta^2 + tb^2) + i4 + i5;
  Real M67 = m6*((zf - fa)^2 - u*(zf - fa)*sin(q[6])) + i6;
  Real M77 = m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(q[6]) + u^2) + m7*(ua^2 + ub^2) + i6 + i7;
  Real x = sd*cos(q[3]) + sc*sin(q[3]) + xb - xc, y = sd*sin(q[3]) - sc*cos(q[3]) + yb - yc;
  Real length = sqrt(x^2 + y^2), pull = -c0*(length - l0)/length;
equation
  der(q) = v;
  der(v) = a;
  M11*a[1] + M12*a[2] = mom - m2*da*rr*v[2]*(v[2] + 2*v[1])*sin(q[2])
    - (-rr*sin(q[1]) + d*sin(q[1] + q[2]))*(l[1] + l[3] + l[5])
    - (rr*cos(q[1]) - d*cos(q[1] + q[2]))*(l[2] + l[4] + l[6]);
  M12*a[1] + (m2*da^2 + i2)*a[2] = m2*da*rr*v[1]^2*sin(q[2])
    - d*sin(q[1] + q[2])*(l[1] + l[3] + l[5]) + d*cos(q[1] + q[2])*(l[2] + l[4] + l[6]);
  (m3*(sa^2 + sb^2) + i3)*a[3] =
    pull*(x*(sc*cos(q[3]) - sd*sin(q[3])) + y*(sd*cos(q[3]) + sc*sin(q[3])))
    + ss*cos(q[3])*l[1] + ss*sin(q[3])*l[2];
  (m4*(e - ea)^2 + i4)*a[4] + M45*a[5] = m4*zt*(e - ea)*v[5]^2*cos(q[4])
    + e*cos(q[4] + q[5])*l[3] + e*sin(q[4] + q[5])*l[4];
  M45*a[4] + M55*a[5] = -m4*zt*(e - ea)*v[4]*(v[4] + 2*v[5])*cos(q[4])
    - (-e*cos(q[4] + q[5]) + zt*sin(q[5]))*l[3] - (-e*sin(q[4] + q[5]) - zt*cos(q[5]))*l[4];
  (m6*(zf - fa)^2 + i6)*a[6] + M67*a[7] = -m6*u*(zf - fa)*v[7]^2*cos(q[6])
    - zf*sin(q[6] + q[7])*l[5] + zf*cos(q[6] + q[7])*l[6];
  M67*a[6] + M77*a[7] = m6*u*(zf - fa)*v[6]*(v[6] + 2*v[7])*cos(q[6])
    - (zf*sin(q[6] + q[7]) - u*cos(q[7]))*l[5] - (-zf*cos(q[6] + q[7]) - u*sin(q[7]))*l[6];
  0 = rr*cos(q[1]) - d*cos(q[1] + q[2]) - ss*sin(q[3]) - xb;
  0 = rr*sin(q[1]) - d*sin(q[1] + q[2]) + ss*cos(q[3]) - yb;
  0 = rr*cos(q[1]) - d*cos(q[1] + q[2]) - e*sin(q[4] + q[5]) - zt*cos(q[5]) - xa;
  0 = rr*sin(q[1]) - d*sin(q[1] + q[2]) + e*cos(q[4] + q[5]) - zt*sin(q[5]) - ya;
  0 = rr*cos(q[1]) - d*cos(q[1] + q[2]) - zf*cos(q[6] + q[7]) - u*sin(q[7]) - xa;
  0 = rr*sin(q[1]) - d*sin(q[1] + q[2]) - zf*sin(q[6] + q[7]) + u*cos(q[7]) - ya;
  annotation(experiment(StopTime = 0.03));
end Andrews;
