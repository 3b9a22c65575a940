// Of two states one has a start value that is fixed. The repair is tried on a text with a state machine, whose equations
// count then as well.
model Counting
  inner Integer i(start = 0);
  Real x(start = 0, fixed = true), y(start = 1);
  block Up
    outer output Integer i;
  equation
    i = previous(i) + 2;
  end Up;
  block Down
    outer output Integer i;
  equation
    i = previous(i) - 1;
  end Down;
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, i > 10, immediate = false);
  transition(down, up, i < 1, immediate = false);
  der(x) = 1;
  der(y) = -y;
end Counting;
