model Ball "A ball that bounces until it lies on the ground"
  parameter Real bounce = 0.75 "Speed after a bounce, relative to that before it";
  parameter Real g(unit = "m/s2") = 9.81;
  Real height(start = 1, fixed = true, unit = "m");
  Real speed(start = 0, fixed = true, unit = "m/s");
equation
  der(height) = speed;
  der(speed) = -g;
  when height <= 0 then
    reinit(speed, -bounce*pre(speed));
  end when;
  assert(height < 2, "the ball hits the ceiling", AssertionLevel.warning);
  annotation(experiment(StopTime = 2));
end Ball;
