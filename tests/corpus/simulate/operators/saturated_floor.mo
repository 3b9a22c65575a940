// 3.7.2: an argument that jumps to a whole number without an event of its own: floor and integer have this number, also if it is
// several steps away, and each of them has it without the others.
model saturated_floor
  Real x(start = 0, fixed = true);
  Real steps = floor(3*sign(x - 0.7)), share = floor(min(x, 1.3)/1.3);
  Integer whole = integer(noEvent(if x > 1 then 5 else 0));
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end saturated_floor;
