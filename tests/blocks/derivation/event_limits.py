"""Relations at equality, times a few bits apart, the first instant and the end of a run."""

from math import floor

from .case import constant, continuous, held, operator
from .event_operators import ticks

def reaching():
    """8.5: relations at equality."""
    # Each alone: an event of another relation at the same time would have all of them looked at.
    after = lambda before, then: lambda t, side: then if t > 0.7 else before
    why = ("8.5: a signal that reaches {0} at 0.7 and stays exactly there. There is no crossing to be found, yet the relation has changed:\n// {1}.")
    operator("saturated_at_zero", why.format("0", "d <= 0 is true and d > 0 is not"), """
  Real x(start = 0, fixed = true), d = max(0, 0.7 - x), choice = if d > 0 then 1 else 2, e(start = 0, fixed = true);
equation
  der(x) = 1;
  der(e) = choice;""", {"choice": after(1, 2), "e": continuous(lambda t: t + max(t - 0.7, 0)), "d": continuous(lambda t: max(0.7 - t, 0))}, within=1e-6)
    operator("saturated_when", why.format("0", "the when acts once"), """
  Real x(start = 0, fixed = true), d = max(0, 0.7 - x);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when d <= 0 then
    n = pre(n) + 1;
  end when;""", {"n": after(0, 1)}, within=1e-6)
    operator("saturated_time", why.format("its limit", "it is at least the limit"), """
  Boolean full = min(time, 0.7) >= 0.7;""", {"full": after(0, 1)}, within=1e-6)
    operator("saturated_sign", why.format("1", "the sign is at least 1"), """
  Real x(start = 0, fixed = true);
  Boolean past = sign(x - 0.7) >= 1;
equation
  der(x) = 1;""", {"past": after(0, 1)}, within=1e-6)
    operator("saturated_floor", "3.7.2: an argument that jumps to a whole number without an event of its own: floor and integer have this number, also if it is\n"
             "// several steps away, and each of them has it without the others.", """
  Real x(start = 0, fixed = true);
  Real steps = floor(3*sign(x - 0.7)), share = floor(min(x, 1.3)/1.3);
  Integer whole = integer(noEvent(if x > 1 then 5 else 0));
equation
  der(x) = 1;""", {"steps": after(-3, 3), "share": lambda t, side: t > 1.3, "whole": lambda t, side: 5 if t > 1 else 0}, skip=[1.0], within=1e-6)
    operator("reinit_at_a_time", "3.7.5, 8.6: time > c becomes true once: its when acts once, also if it sets a state anew and another relation\n"
             "// changes with that, so that x changes its sign once and not back again; nor does time > c become false again.", """
  Real x[3](each start = 1, each fixed = true), y(start = 0, fixed = true);
  Boolean late[3] = {time > 0.301, time > 0.601, time > 1.721}, positive[3] = {x[1] > 0, x[2] > 0, x[3] > 0};
  Integer n[3](each start = 0, each fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = {1, 1, 1};
  der(y) = 1;
  for i in 1:3 loop
    when late[i] then
      n[i] = pre(n[i]) + 1;
      reinit(x[i], -x[i]);
    end when;
  end for;
  when {not late[1], not late[2], not late[3]} then
    m = pre(m) + 1;
  end when;
  when y > 1.3 then
    k = pre(k) + 1;
    reinit(y, y - 0.4);
  end when;""",
             {f"x[{i}]": (lambda t, side, c=c: 1 + t if t < c else -1 - 2 * c + t) for i, c in enumerate((0.301, 0.601, 1.721), 1)}
             | {f"n[{i}]": (lambda t, side, c=c: t > c) for i, c in enumerate((0.301, 0.601, 1.721), 1)}
             | {f"positive[{i}]": (lambda t, side, c=c: t < c or t > 1 + 2 * c) for i, c in enumerate((0.301, 0.601, 1.721), 1)}
             | {"m": constant(0), "k": continuous(lambda t: (t > 1.3) + (t > 1.7)), "y": continuous(lambda t: t - 0.4 * ((t > 1.3) + (t > 1.7)))}, within=1e-6)
    operator("assert_at_the_end", "8.3.7: at the stop time 2 the time is 2: it is at most 2, and a when that waits for more never acts.", """
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  assert(time <= 2, "the run is over");
  when time > 2 then
    n = pre(n) + 1;
  end when;
  when time >= 2 then
    m = pre(m) + 1;
  end when;""", {"n": constant(0), "m": held([(2.0, 1)])}, events=[2.0])
    operator("terminate_in_when", "8.3.8: the run ends where terminate acts, after the event of that time; the last of its rows has what the event set.", """
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2;
  when x >= 1.5 then
    n = pre(n) + 1;
    terminate("far enough");
  end when;""", {"x": continuous(lambda t: 2 * t), "n": held([(0.75, 1)])}, events=[0.75], ends=0.75, within=1e-7)
    operator("terminate_in_if", "8.3.8: terminate in a branch of an if inside a when: at 0.25 and 0.5 the branch is another one, at 0.75 the run ends.", """
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2;
  when sample(0.25, 0.25) then
    n = pre(n) + 1;
    if x > 1.2 then
      terminate("far enough");
    end if;
  end when;""", {"x": continuous(lambda t: 2 * t), "n": ticks}, events=[0.25, 0.5, 0.75], ends=0.75, within=1e-7)
    operator("terminate_without_when", "8.3.8: terminate in an if of an equation section acts where the branch is taken: x = 2*t is more than 1.25 from 0.625 on.", """
  Real x(start = 0, fixed = true);
equation
  der(x) = 2;
  if x > 1.25 then
    terminate("far enough");
  end if;""", {"x": continuous(lambda t: 2 * t)}, events=[0.625], ends=0.625, within=1e-6)
    groups = {
        "": ["time >= 4.812299999999999", "time >= 4.8123", "sample(4.8123000000000005, 100)"],
        "_and_less": ["time >= 0.3", "sample(3*0.1, 100)", "time - 3*0.1 >= 0", "(if time < 0.2999999999999999 then -1 else 1) > 0", "time > 0.3", "time >= 3*0.1"],
        "_and_floor": ["floor(time/0.9000000000000001) >= 1", "time - 0.9000000000000002 >= 0", "time > 0.9", "(if time < 0.9 then -1 else 1) > 0"],
        "_and_more": ["time >= 0.1", "time >= 0.10000000000000003", "sample(0.10000000000000002, 100)", "(if time < 0.10000000000000003 then -1 else 1) > 0", "time > 0.09999999999999999"],
    }
    for name, conditions in groups.items():
        at = {"": 4.8123, "_and_less": 0.3, "_and_floor": 0.9, "_and_more": 0.1}[name]
        whens = "\n".join(f"  when {condition} then\n    n{k} = pre(n{k}) + 1;\n  end when;" for k, condition in enumerate(conditions))
        declared = ", ".join(f"n{k}(start = 0, fixed = true)" for k in range(len(conditions)))
        state = "" if name else "  Real x(start = 0, fixed = true);\n"
        operator(f"bits_apart{name}", "8.6: times that are a few bits apart, as sums of tenths are: each condition becomes true, once.",
                 f"\n  Integer {declared};\n{state}equation\n" + ("" if name else "  der(x) = 1;\n") + whens,
                 {f"n{k}": (lambda t, side, at=at: t > at) for k in range(len(conditions))}, stop=5.0, interval=0.5)
    operator("tenths", "8.6: a sample each tenth, and conditions at the same times written as decimals and as products: each becomes true once.", """
  Integer a(start = 0, fixed = true), b[9](each start = 0, each fixed = true), c[9](each start = 0, each fixed = true), d[9](each start = 0, each fixed = true);
  parameter Real t[9] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
equation
  when sample(0, 0.1) then
    a = pre(a) + 1;
  end when;
  for i in 1:9 loop
    when time >= t[i] then
      b[i] = pre(b[i]) + 1;
    end when;
    when time > t[i] then
      c[i] = pre(c[i]) + 1;
    end when;
    when time >= i*0.1 then
      d[i] = pre(d[i]) + 1;
    end when;
  end for;""",
             {"a": lambda t, side: 1 + floor(10 * t + 1e-9)} | {f"{name}[{i}]": (lambda t, side, i=i: t > 0.1 * i) for name in "bcd" for i in range(1, 10)}, stop=1.0,
             interval=0.25, skip=[0.5])
    operator("edges_at_the_start", "3.7.5: edge(b) is b and not pre(b), change(b) is b <> pre(b), at the initialization as well: b begins as true and was false before, so that\n"
             "// each of these memories has seen it.", """
  Boolean b(start = false, fixed = true) = time >= 0;
  Integer k(start = 3, fixed = true) = if time < 1 then 4 else 5;
  Integer spelled(start = 0, fixed = true) = if b and not pre(b) then 2 else pre(spelled), edged(start = 0, fixed = true) = if edge(b) then 2 else pre(edged),
    changed(start = 0, fixed = true) = if change(b) then 2 else pre(changed), moved(start = 0, fixed = true) = pre(moved) + (if change(k) then 1 else 0);""",
             {"spelled": constant(2), "edged": constant(2), "changed": constant(2), "moved": held([(1.0, 2)], 1)}, events=[1.0])


reaching()
