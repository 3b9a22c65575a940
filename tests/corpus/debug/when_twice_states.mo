// A machine of two states: both `when`s set the same variable.
model Thermostat
  Real T(start = 18, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(T) = (if on then 2 else 0) - 0.1*(T - 10);
  when T > 21 then
    on = false;
  end when;
  when T < 19 then
    on = true;
  end when;
end Thermostat;
