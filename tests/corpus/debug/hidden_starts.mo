// The two balances know only the sum of both flows, so that a constraint between the levels follows from them: of the
// levels only one can be chosen.
model HiddenStarts
  Real left(start = 2, fixed = true) "Level";
  Real right(start = 1, fixed = true) "Level";
  Real first, second "What flows in";
equation
  der(left) = first;
  der(right) = second;
  0 = first + second + 2*left;
  0 = first + second + left + 2*right;
end HiddenStarts;
