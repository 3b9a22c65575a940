// Functions without an algorithm: declarations say what they give (MLS 3.6, 12.4.4), each after what it depends on, with an array and
// the fields of a record among them.
record Pair
  Real first = 1;
  Real second = 2;
end Pair;

function next
  input Real x;
  output Real y = x + 1;
end next;

function twice
  input Real x;
  output Real y = 2*z;
  output Real w[2] = {x, z};
protected
  Real z = x^2;
end twice;

function pair
  input Real x;
  output Pair p(second = x);
end pair;

model DeclaredResult
  Real y = next(time);
  Real d = next(next(2.0));
  Real a;
  Real b[2];
  Pair p = pair(time);
  Real c = p.first + p.second;
equation
  (a, b) = twice(time);
end DeclaredResult;
