// 10.6: products, powers and operations element by element of M = [t, 2; 3, 4] and v = {1, 3}; functions of scalars take arrays (12.4.6).
model array_operations
  Real M[2, 2] = [time, 2; 3, 4];
  Real v[2] = {1, 3};
  Real mv[2] = M*v;
  Real vm[2] = v*M;
  Real mm[2,2] = M*M;
  Real vv = v*v;
  Real square[2,2] = M^2;
  Real unit[2,2] = M^0;
  Real each_[2,2] = M .* M;
  Real over[2] = v ./ {2, 4};
  Real powers[2] = v .^ 2;
  Real plus[2] = v .+ time;
  Real minus[2] = -v + {time, 1};
  Real scaled[2] = v/2;
  Real sines[2] = v*sin(0) + abs({-time, time});
  Real floors[2] = floor({0.5, -0.5});
  Real picked[2] = M[:, 1];
  Real row[2] = M[2, :];
  Real choice[2] = if time < 10 then v else {0, 0};
  annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
end array_operations;
