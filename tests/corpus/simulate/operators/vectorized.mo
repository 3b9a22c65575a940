// 12.4.6: operators of scalars take arrays: delay, homotopy, smooth, noEvent, semiLinear, floor, integer and abs, element by element.
model vectorized
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Real late[2] = delay({x, y}, 0.5), same[2] = homotopy({x, y}, {1, 1}), still[2] = smooth(0, {x, y}), chosen[2] = noEvent(if x > 0.5625 then {1, 2} else {3, 4});
  Real bent[2] = semiLinear({x - 0.5, 0.5 - x}, {2, 2}, {3, 3}), low[2] = floor({2*x + 0.125, -2*x - 0.125}), size_[2] = abs({x - 0.5, 1});
  Integer whole[2] = integer({2*x + 0.125, 3*x + 0.125});
equation
  der(x) = 1;
  der(y) = -1;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end vectorized;
