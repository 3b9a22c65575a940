model InitialDerivativeObstacle "an external function that names no derivative"
  Real x(start=1,fixed=true), y;
  function f input Real u; output Real y; external "C" y = Obstacle_value(u); end f;
equation
  der(x) = -x;
  y = f(x);
initial equation
  der(y) = 0;
end InitialDerivativeObstacle;
