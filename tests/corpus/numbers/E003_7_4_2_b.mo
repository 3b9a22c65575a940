// E003-7.4.2-b: the same circuit with another loop for the third voltage law. The structural index is 1,
// the true one still 2, and one initial value can be chosen, not two.
model E003_7_4_2_b
  parameter Real R1 = 2, R2 = 3, L = 5, C = 7;
  Real iA, i1, i2, iL, iC;
  Real vA, v1, v2, vL, vC;
equation
  iA + i1 + iC = 0;
  iA + i2 + iL + iC = 0;
  vA - v1 - vL = 0;
  v1 + v2 - vC = 0;
  v2 - vL = 0;
  vA = sin(time);
  v1 = R1*i1;
  v2 = R2*i2;
  L*der(iL) = vL;
  C*der(vC) = iC;
end E003_7_4_2_b;
