// Equations of a state may depend on conditions; what a state does not define keeps its value.
model Branches
  inner Integer up(start = 0);
  inner Integer down(start = 10);
  block Count
    outer output Integer up;
    outer output Integer down;
  equation
    if previous(up) < 3 then
      up = previous(up) + 1;
      down = previous(down);
    else
      up = previous(up);
      down = previous(down) - 1;
    end if;
  end Count;
  block Rest
  end Rest;
  Count count;
  Rest rest;
equation
  initialState(count);
  transition(count, rest, down <= 8, immediate = false);
  when Clock(1, 10) then
    assert(up < 100, "too many");
  end when;
  annotation(experiment(StopTime = 0.7));
end Branches;
