// Two bodies at the ends of a lever: v1 = 3*v2 at all times, so that one of the speeds is a state and the other follows
// from it. Each of them is given a new value somewhere, and only one of them can be.
model TiedBodies
  Real v1(start = 1, fixed = true), v2, f;
equation
  der(v1) = -f - 1;
  2*der(v2) = f;
  v1 = 3*v2;
  when v1 < 0.5 then
    reinit(v1, 1);
  end when;
  when v2 < 0.1 then
    reinit(v2, 0.5);
  end when;
end TiedBodies;
