// What one `when` sets depends on the conditions of the choice inside of it only where the choice sets it: `peak` does
// not need `kept`, and so the two `when`s do not need each other.
model WhenWithChoice
  discrete Real peak(start = 0, fixed = true);
  discrete Real shown(start = 0, fixed = true);
  discrete Real kept(start = 0, fixed = true);
equation
  when time > 0.25 then
    peak = 2*time;
    if kept > 0 then
      shown = kept;
    else
      shown = -1;
    end if;
  end when;
  when time > 0.5 then
    kept = peak;
  end when;
  annotation(experiment(StopTime = 1));
end WhenWithChoice;
