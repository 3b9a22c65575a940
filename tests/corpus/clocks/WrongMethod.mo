model WrongMethod
  Real x(start = 1);
equation
  der(x) = -x + sample(1, Clock(Clock(1, 10), solverMethod = "Rosenbrock"));
end WrongMethod;
