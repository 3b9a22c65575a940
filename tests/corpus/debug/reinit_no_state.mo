model ReinitNoState
  Real volume(start = 1, fixed = true), level;
equation
  der(volume) = -0.1;
  level = 2*volume;
  when level < 0.5 then
    reinit(level, 2);
  end when;
end ReinitNoState;
