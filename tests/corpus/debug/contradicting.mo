// The level is set, though the flows say what it is.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true), q_in, q_out;
equation
  area*der(level) = q_in - q_out;
  q_in = 0.5;
  q_out = 0.1*level;
  q_out = 0.3;
end Tank;
