// The level of an assertion may be a parameter: then it only warns, and the model runs to the end.
model LevelOfAssertion
  parameter AssertionLevel level = AssertionLevel.warning;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x is large", level);
end LevelOfAssertion;
