function total "Adds up what a list of places chooses"
  input Real values[:];
  input Integer first;
  output Real y = 0;
protected
  Integer at = first;
algorithm
  while y < 100 loop
    y := y + values[at];
    at := at + 1;
  end while;
end total;

model SubscriptInFunction "A loop in a function that runs out of its array"
  Real y = total({1, 2, time}, 2);
end SubscriptInFunction;
