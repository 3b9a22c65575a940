// Coefficients cancel: the difference of the two equations for `first` and `second` is left = 2*right, a constraint that the
// places of the unknowns do not show. With it first = 2*second and 3*second = -2*left, so that left' = -4/3*left.
model HiddenConstraint
  Real left(start = 1, fixed = true), right, first, second;
equation
  der(left) = first;
  der(right) = second;
  0 = first + second + 2*left;
  0 = first + second + left + 2*right;
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-8));
end HiddenConstraint;
