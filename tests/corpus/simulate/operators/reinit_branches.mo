// 3.7.5: reinit in an elsewhen and in branches of an if; a state that is only set moves by its derivative between.
model reinit_branches
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = 1;
  der(w) = x;
  when time >= 1.5 then
    reinit(x, 10);
  elsewhen time >= 0.5 then
    if x > 0.25 then
      reinit(x, -1);
    else
      reinit(x, 1);
    end if;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end reinit_branches;
