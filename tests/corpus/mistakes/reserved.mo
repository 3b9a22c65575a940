model Reserved
  Real in;
  Real model = 3;
  Real x[3](start = 1);
  Real type(start = 1), flow;
equation
  x[1] = in + flow - model*type;
  in = 1;
end Reserved;
