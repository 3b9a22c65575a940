// `d` keeps what it was before the beginning, which its start value says for good, and the initial equation says otherwise.
model StartAgainstEquation
  discrete Real d(start = 5, fixed = true);
  Real x(start = 0, fixed = true);
initial equation
  d = 6;
equation
  der(x) = d;
  when time > 0.5 then
    d = -5;
  end when;
end StartAgainstEquation;
