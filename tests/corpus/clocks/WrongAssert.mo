model WrongAssert
  Real x = sample(time, Clock(1, 10));
equation
  when Clock() then
    assert(x < 0.35, "too far");
  end when;
end WrongAssert;
