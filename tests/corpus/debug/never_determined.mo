// Used and never determined: nothing says what flows out.
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real q_in, q_out;
equation
  area*der(level) = q_in - q_out;
  q_in = 0.5;
end Tank;
