// The feedback of a closed loop leads to the input for what is wanted. Equations and unknowns come out even: the output is
// what is wanted, and the other input follows from it by differentiation.

connector In = input Real;
connector Out = output Real;

block Feedback
  In u1, u2;
  Out y;
equation
  y = u1 - u2;
end Feedback;

block Lag
  In u;
  Out y(start = 0, fixed = true);
equation
  der(y) = u - y;
end Lag;

block Step
  Out y;
equation
  y = if time > 1 then 1 else 0;
end Step;

model CrossedLoop
  Step step;
  Feedback feedback;
  Lag lag;
equation
  connect(step.y, feedback.u1);
  connect(feedback.y, lag.u);
  connect(lag.y, feedback.u1);
end CrossedLoop;
