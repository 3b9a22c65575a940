// When-equations with elsewhen, several conditions, reinit and initial equations.

model WhenEquations
  parameter Real e = 0.7;
  Real h(start = 1), v(start = 0);
  discrete Integer bounces(start = 0);
  discrete Real last;
  Boolean flying(start = true);
initial equation
  last = 0;
  pre(flying) = true;
equation
  der(h) = v;
  der(v) = if flying then -9.81 else 0;
  when {h <= 0 and v < 0, terminal()} then
    bounces = pre(bounces) + 1;
    last = time;
    reinit(v, -e*pre(v));
    flying = pre(bounces) < 20;
  elsewhen sample(0, 0.5) then
    bounces = pre(bounces);
    last = pre(last);
    flying = pre(flying) and h > -1;
  end when;
end WhenEquations;
