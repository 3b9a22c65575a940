// 10.3: each function of A = [t, 1, -2; 4, 5, 0] or of constants, element by element.
model array_functions
  Real x(start = 0, fixed = true);
  Real A[2, 3] = [time, 1, -2; 4, 5, 0];
  Integer dims = ndims(A);
  Integer sizes[2] = size(A);
  Integer rows = size(A, 1);
  Integer columns = size(A, 2);
  Real only = scalar({{time}});
  Real all_[3] = vector([1; time; 3]);
  Real column[2,1] = matrix({time, 2});
  Integer unit[2,2] = identity(2);
  Real diagonal_[2,2] = diagonal({time, 5});
  Integer none[2] = zeros(2);
  Integer one[1,2] = ones(1, 2);
  Real filled[2,2] = fill(time, 2, 2);
  Real spaced[5] = linspace(-1, 1, 5);
  Real least = min(A);
  Real greatest = max({time, 1, x});
  Real sum_ = sum(A);
  Real product_ = product({time, 2, -3});
  Real turned[3,2] = transpose(A);
  Real outer_[2,2] = outerProduct({1, time}, {2, 3});
  Real upper[2,2] = symmetric([1, time; 7, 3]);
  Real crossed[3] = cross({1, time, 0}, {0, 1, 2});
  Real skewed[3,3] = skew({1, 2, time});
  Real joined[2,4] = cat(2, A, {{6}, {7}});
  Real stacked[3] = cat(1, {time}, {1, 2});
  Real brackets[2,3] = [{1, 4}, [time, 3; 5, 6]];
equation
  der(x) = 2*time;
  annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
end array_functions;
