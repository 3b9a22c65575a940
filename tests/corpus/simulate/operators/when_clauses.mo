// 8.3.5: the first of several clauses that became true acts; a vector of conditions acts when one of them becomes true, also
// while another is; what is true from the start on does not act.
model when_clauses
  Integer which(start = 0, fixed = true), any(start = 0, fixed = true), never(start = 0, fixed = true), once(start = 0, fixed = true);
equation
  when time >= 1 then
    which = 1;
  elsewhen time >= 0.5 then
    which = 2;
  elsewhen {time >= 1, time >= 1.5} then
    which = 3;
  end when;
  when {time >= 0.5, time >= 1, time >= 1} then
    any = pre(any) + 1;
  end when;
  when time >= 0 then
    never = pre(never) + 1;
  end when;
  when time >= 1 and time >= 0.5 then
    once = pre(once) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end when_clauses;
