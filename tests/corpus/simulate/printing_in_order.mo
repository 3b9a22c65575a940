// What an algorithm does is done in its order, with the values at each statement.
model PrintingInOrder
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  function report
    input String what;
    input Real values[:];
  protected
    String line = what;
  algorithm
    for value in values loop
      line := line + " " + String(value);
    end for;
    print(line + ";");
    if size(values, 1) > 1 then
      print("that were " + String(size(values, 1)));
    end if;
  end report;

  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
    print("twice " + String(x));
  end twice;

  Real x(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
initial algorithm
  print("initial x = " + String(x));
  report("before everything", {x, 7});
algorithm
  when sample(0, 0.5) then
    k := k + 1;
    print("k = " + String(k));
    if k > 1 then
      print("|" + String(k, minimumLength = 4) + "|" + String(x, minimumLength = 8, leftJustified = false) + "|");
    else
      print("one");
    end if;
    for i in 1:2 loop
      print("loop " + String(i));
    end for;
    while k < 3 loop
      k := k + 1;
      print("up to " + String(k));
    end while;
    y := twice(k);
    report("now", {x, y});
    k := k - 2;
    print("k = " + String(k));
  end when;
equation
  der(x) = 2;
end PrintingInOrder;
