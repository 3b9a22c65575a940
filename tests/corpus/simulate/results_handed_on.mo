// What a `when` has computed is handed to a function that is called for its own sake: as values, not as the formulas they
// come from, each of which would compute all of them again.
model ResultsHandedOn
  function sums "Sums of all that comes before"
    input Real u[:];
    output Real y[size(u, 1)];
    output Real most;
  algorithm
    most := max(u);
    for i in 1:size(u, 1) loop
      y[i] := 0;
      for j in 1:size(u, 1) loop
        y[i] := y[i] + (if j <= i then u[j] else 0);
      end for;
    end for;
  end sums;

  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  impure function look "Tells how many of them are sums of ones"
    input Real y[:];
  protected
    Integer right = 0;
  algorithm
    for i in 1:size(y, 1) loop
      if abs(y[i] - i) < 1e-9 then
        right := right + 1;
      end if;
    end for;
    print(String(right) + " of " + String(size(y, 1)) + " are right");
  end look;

  constant Integer n = 300;
  Real buffer[n](each start = 0, each fixed = true);
  Real result[n](each start = 0, each fixed = true);
  Real most(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
algorithm
  when sample(0, 1 / n) then
    count := pre(count) + 1;
    if count <= n then
      buffer[count] := 1;
    end if;
  end when;
  when terminal() then
    (result, most) := sums(buffer);
    look(result);
  end when;
  annotation(experiment(StopTime = 1.001));
end ResultsHandedOn;
