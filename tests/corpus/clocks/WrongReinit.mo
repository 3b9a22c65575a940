model WrongReinit
  Real x(start=0) = previous(x) + sample(time, Clock(1, 10));
equation
  when Clock() then
    if x > 0.5 then
      reinit(x, 0);
    end if;
  end when;
end WrongReinit;
