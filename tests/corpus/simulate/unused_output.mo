// A result that nobody uses needs no value: in a function `half(3, 0)` and `(y, ) := half(3, 0)` are 3, though `done` is never
// set.
model UnusedOutput
  function half
    input Real x;
    input Integer times;
    output Real y = x;
    output Integer done;
  algorithm
    for k in 1:times loop
      y := y/2;
      done := k;
    end for;
    // A loop that nothing but running it ends keeps the call a call.
    while y > 100 loop
      y := y - 1;
    end while;
  end half;

  function first
    input Integer times;
    output Real y;
    output Real z;
  algorithm
    (y, ) := half(3, times);
    z := 1 + half(3, times);
    while y > 100 loop
      y := y - 1;
    end while;
  end first;

  Real whole, more, halved, least;
algorithm
  when initial() then
    (whole, more) := first(0);
    (halved, least) := first(2);
  end when;
end UnusedOutput;
