// Functions defined as partial derivatives of others: what may be wrong with them, and that they are not supported yet.

function gibbs
  input Real p;
  input Real T;
  input Integer order;
  output Real g;
algorithm
  g := p*T^order;
end gibbs;

record Data
  Real x;
end Data;

function gibbs_T = der(gibbs, T);
function gibbs_n = der(gibbs, order);
function gibbs_q = der(gibbs, q);
function data_x = der(Data, x);

model DerivativeFunctions
  Real a = gibbs_T(1, time, 2);
  Real b = gibbs_n(1, time, 2);
  Real c = gibbs_q(1, time, 2);
  Real d = data_x(time);
end DerivativeFunctions;
