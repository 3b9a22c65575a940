package Statements
  function f
    input Real x;
    output Real y;
  algorithm
    y := x
    for i in 1:3
      y := y + i;
    end for;
    if y > 1
      y := 1;
    end if;
    while y < 2 do
      y := y + 1;
    end while;
    return y;
  end f;
end Statements;
