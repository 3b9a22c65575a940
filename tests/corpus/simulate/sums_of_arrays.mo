// A sum over an index adds arrays up element by element.
model sums_of_arrays
  function total
    input Real a[:, :];
    output Real s[size(a, 1)];
  algorithm
    s := sum(a[:, k] for k in 1:size(a, 2));
  end total;
  parameter Real v[2,3] = [1, 2, 3; 4, 5, 6];
  Real s[2] = {sum(v[i, :]) for i in 1:2};
  Real w[2] = sum(v[:, k] for k in 1:3);
  Real w2[2, 3] = sum(k*v for k in 1:3), r[3] = w2[2, :];
  Real w3[2] = sum(v[:, k] for k in 1:0);
  Real w4[3] = sum(v[i, :]*j for i in 1:2, j in 1:2);
  Real f[2] = total(v);
  Real g[2] = total(time*v);
  Real p = product(v[1, k] for k in 1:3);
  Real m = max(v[i, k] for i in 1:2, k in 1:3);
  annotation(experiment(StopTime = 1, Interval = 0.5));
end sums_of_arrays;
