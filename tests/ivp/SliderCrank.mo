// A crank turns at constant speed and moves a slider by a rod that bends and stretches. Index three. The published digits
// belong to the number pi with eight digits that is written here, and to starts with nine.
model SliderCrank
  constant Real pi = 3.1415927;
  parameter Real M1 = 0.36, M2 = 0.151104, M3 = 0.075552, L1 = 0.15, L2 = 0.30, J1 = 0.002727, J2 = 0.0045339259;
  parameter Real E = 0.2e12, B = 0.008, H = 0.008, rho = 7870, Omega = 150;
  parameter Real fm = rho*B*H*L2, fk = E*B*H/L2, fb = B*H*L2;
  parameter Real MQ[4,4] = [0.5*fm, 0, 0, 0; 0, 0.5*fm, 0, 0; 0, 0, 8*fm, fm; 0, 0, fm, 2*fm];
  parameter Real KQ[4,4] = [
    fk*pi^4/24*(H/L2)^2, 0, 0, 0; 0, fk*pi^4*2/3*(H/L2)^2, 0, 0; 0, 0, fk*16/3, -fk*8/3; 0, 0, -fk*8/3, fk*7/3];
  parameter Real BQ[4,4] = [
    0, 0, -fb*16/pi^3, fb*(8/pi^3 - 1/pi); 0, 0, 0, fb*0.5/pi; fb*16/pi^3, 0, 0, 0;
    -fb*(8/pi^3 - 1/pi), -fb*0.5/pi, 0, 0];
  parameter Real c1[4] = {0, 0, fb*2/3, fb/6}, c2[4] = {fb*2/pi, 0, 0, 0};
  parameter Real c12[4] = {0, 0, L2*fb/3, L2*fb/6}, c21[4] = {L2*fb/pi, -L2*fb*0.5/pi, 0, 0};
  Real p[7](
    start = {0, 0, 0.450016933, 0, 0, 0.103339863e-4, 0.169327969e-4},
    fixed = {false, false, false, true, true, true, true}) "Two angles, the slider, and how the rod bends and stretches";
  Real v[7](
    start = {150, -0.749957670e2, -0.268938672e-5, 0.444896105, 0.463434311e-2, -0.178591076e-5, -0.268938672e-5},
    fixed = {false, false, false, true, true, true, true});
  Real a[7], l[3];
  Real q[4] = p[4:7], w[4] = v[4:7];
  Real s12 = sin(p[1] - p[2]), c = cos(p[1] - p[2]);
  Real MQq[4] = MQ*q, KQq[4] = KQ*q, BQw[4] = BQ*w, qBQ[4] = q*BQ;
  Real A12 = 0.5*L1*L2*M2*c + rho*L1*(s12*(c2*q) + c*(c1*q));
  Real A22 = J2 + q*MQq + 2*rho*(c12*q);
  Real A1[4] = rho*L1*(-s12*c1 + c*c2), A2[4] = rho*c21 + rho*qBQ;
equation
  der(p) = v;
  der(v) = a;
  (J1 + M2*L1^2)*a[1] + A12*a[2] + A1*a[4:7] =
    -0.5*L1*L2*M2*v[2]^2*s12 + rho*L1*v[2]^2*(-s12*(c1*q) + c*(c2*q)) - 2*rho*L1*v[2]*(c*(c1*w) + s12*(c2*w))
    - L1*cos(p[1])*l[1] - L1*sin(p[1])*l[2] - l[3];
  A12*a[1] + A22*a[2] + A2*a[4:7] =
    0.5*L1*L2*M2*v[1]^2*s12 + rho*L1*v[1]^2*(s12*(c1*q) - c*(c2*q)) - 2*rho*v[2]*(c12*w) - 2*v[2]*(w*MQq)
    - rho*(w*BQw) - (L2 + q[4])*cos(p[2])*l[1] - (L2 + q[4])*sin(p[2])*l[2];
  M3*a[3] = -l[2];
  A1*a[1] + A2*a[2] + MQ*a[4:7] =
    v[2]^2*MQq + rho*(v[2]^2*c12 + L1*v[1]^2*(c*c1 + s12*c2) + 2*v[2]*BQw) - KQq
    - {0, 0, 0, sin(p[2])*l[1] - cos(p[2])*l[2]};
  0 = L1*sin(p[1]) + L2*sin(p[2]) + q[4]*sin(p[2]);
  0 = p[3] - L1*cos(p[1]) - L2*cos(p[2]) - q[4]*cos(p[2]);
  0 = p[1] - Omega*time;
  annotation(experiment(StopTime = 0.1));
end SliderCrank;
