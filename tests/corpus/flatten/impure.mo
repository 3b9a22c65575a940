// Where impure functions may be called, and where not (MLS 3.6, 12.3).
impure function measured
  input Real t;
  output Real y;
algorithm
  y := 2*t;
end measured;

impure function twice "is right: impure functions call impure ones"
  input Real t;
  output Real y;
algorithm
  y := 2*measured(t);
end twice;

pure function promised
  input Real t;
  output Real y;
algorithm
  y := measured(t);
end promised;

pure function excused "is right: says that the call is harmless"
  input Real t;
  output Real y;
algorithm
  y := pure(measured(t));
end excused;

model Impure
  parameter Real p = measured(1) "is right";
  parameter Real q(fixed = false);
  discrete Real d(start = 0, fixed = true), e(start = 0, fixed = true);
  Real right1 = pure(measured(time));
  Real right2 = excused(time);
  Real wrong1 = measured(time);
  Real wrong2, wrong3, wrong4, wrong5, wrong6 = promised(time);
  Boolean b = time > 0.5;
initial equation
  q = measured(2);
equation
  wrong2 = 1 + twice(p);
  if b then
    wrong3 = measured(q);
  else
    wrong3 = 0;
  end if;
  wrong4 = pure(measured(measured(time)));
  when sample(0, 0.1) then
    d = measured(time);
  end when;
algorithm
  when b then
    e := measured(time);
  end when;
algorithm
  wrong5 := 0;
  for i in 1:2 loop
    wrong5 := wrong5 + measured(i*time);
  end for;
end Impure;
