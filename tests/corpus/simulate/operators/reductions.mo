// 10.3.4, 10.4, 10.5: reductions with iterators, of nothing too, comprehensions (the last iterator is the outermost), ranges and subscripts.
model reductions
  Real v[3] = {1, 2, time};
  Real s = sum(i*time for i in 1:4);
  Real p = product(i + time for i in {1, 2});
  Real l = min(abs(i - time) for i in 0:3);
  Real g = max(i*(2 - i)*time for i in -1:2);
  Real none = sum(i for i in 1:0);
  Real one = product(time for i in 1:0);
  Integer pairs = sum(i*j for i in 1:3, j in 1:2);
  Real made[3] = {i^2*time for i in 1:3};
  Integer grid[2,3] = {10*i + j for j in 1:3, i in 1:2};
  Real range_[4] = 0:0.5:1.5;
  Integer down[3] = 3:-1:1;
  Real end_ = v[end] - v[end - 1];
  Real part[2] = v[{3, 1}];
  Real odd[2] = v[1:2:3];
  annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
end reductions;
