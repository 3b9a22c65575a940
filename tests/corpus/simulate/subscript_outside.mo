model SubscriptOutside "A subscript that runs out of its table"
  parameter Real table[4] = {1, 2, 3, 5};
  Integer k(start = 1, fixed = true);
  Real y;
equation
  when sample(0.5, 0.5) then
    k = pre(k) + 1;
  end when;
  y = table[k];
  annotation(experiment(StopTime = 5));
end SubscriptOutside;
