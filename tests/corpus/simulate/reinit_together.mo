// All values that `reinit` gives at an event are those before it: the order of equations means nothing (MLS 3.6, 8.3.6). Each
// x begins as 1, each y as 2, each z as 3, and nothing moves but at the event.
model Swap
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time > 0.5 then
    reinit(x, y);
    reinit(y, x);
  end when;
end Swap;

model SwapReversed
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time > 0.5 then
    reinit(y, x);
    reinit(x, y);
  end when;
end SwapReversed;

model TwoWhens
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time > 0.5 then
    reinit(y, x);
  end when;
  when time > 0.5 then
    reinit(x, y);
  end when;
end TwoWhens;

// x = y + z = 5, y = x + z = 4, z = x + y = 3.
model Ring
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 3, fixed = true);
  Real total = x + y + z;
equation
  der(x) = 0;
  der(y) = 0;
  der(z) = 0;
  when time > 0.5 then
    reinit(x, total - x);
    reinit(y, total - y);
    reinit(z, x + y);
  end when;
end Ring;

// The `when`, one after the other: at 0.25 x = 2, y = 1; at 0.75 only x, from y.
model Branches
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
  discrete Real seen(start = 0, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time > 0.25 then
    if x < y then
      reinit(x, y);
      reinit(y, x);
    else
      reinit(x, 100);
    end if;
    seen = x;
  elsewhen time > 0.75 then
    reinit(x, y);
    seen = x;
  end when;
end Branches;

model ReinitTogether
  Swap swap;
  SwapReversed reversed;
  TwoWhens whens;
  Ring ring;
  Branches branches;
  annotation(experiment(StopTime = 1));
end ReinitTogether;
