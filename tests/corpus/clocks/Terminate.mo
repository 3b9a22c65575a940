model Terminate
  Real x = sample(time, Clock(1, 10));
equation
  when Clock() then
    if x > 0.5 then
      terminate("enough");
    end if;
  end when;
end Terminate;
