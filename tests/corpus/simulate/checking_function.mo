// A function without results may be there for its assertions.
model CheckingFunction
  function verify
    input Real x;
    input String name;
  algorithm
    assert(x < 0.7, name + " is too large: " + String(x, significantDigits = 2));
  end verify;

  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1, 0.1) then
    verify(x, "x");
  end when;
end CheckingFunction;
