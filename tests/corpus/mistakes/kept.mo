model Kept "A broken part takes nothing else with it, and leaves nothing behind"
  B b(redeclare model M
      Real x(start = 1, 5 5);
      Real y;
    end M, c = 2);
equation
  if a then
    if b then
      x = 1;
    elseif b c then
      x = 2;
    end if;
    y = 1;
  else
    y = f(1, g(2, {3 +}), 4);
  end if;
end Kept;
