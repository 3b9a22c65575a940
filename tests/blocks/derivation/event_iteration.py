"""When clauses (8.3.5), relations (8.5) and the iteration of events (8.6) of the Modelica specification."""

from math import acos, asin, pi, sin

from .case import constant, continuous, held, jumping, operator, reached
from .event_operators import ticks

def iteration():
    """8.3.5, 8.6: when, and the iteration of events."""
    operator("when_clauses", "8.3.5: the first of several clauses that became true acts; a vector of conditions acts when one of them becomes true, also\n"
             "// while another is; what is true from the start on does not act.", """
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
  end when;""",
             {"which": held([(0.5, 2), (1.0, 1), (1.5, 3)]), "any": held([(0.5, 1), (1.0, 2)]), "never": constant(0), "once": held([(1.0, 1)])},
             events=[0.5, 1.0, 1.5])
    operator("event_chain", "8.6: iterations follow at the same time until nothing changes: three pre in a row have caught up with b in the row after the event,\n"
             "// and the counters of all of them have counted then; a sum of samples is seen by a when that waits for it.", """
  Boolean b = time >= 0.5 and time < 1.5, b1 = pre(b), b2 = pre(b1), b3 = pre(b2);
  Integer n(start = 0, fixed = true), total(start = 0, fixed = true), five(start = 0, fixed = true), six(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
initial equation
  pre(b) = false;
  pre(b1) = false;
  pre(b2) = false;
equation
  when b3 then
    n = pre(n) + 1;
    at = time;
  end when;
  when sample(0.25, 0.25) then
    total = pre(total) + 1;
  end when;
  when total >= 5 then
    five = total;
  end when;
  when five > 0 then
    six = pre(six) + five + 1;
  end when;""",
             {"b1": held([(0.5, 1), (1.5, 0)]), "b3": held([(0.5, 1), (1.5, 0)]), "n": held([(0.5, 1)]), "at": held([(0.5, 0.5)]), "total": ticks,
              "five": held([(1.25, 5)]), "six": held([(1.25, 6)])}, events=[0.25 * k for k in range(1, 9)])
    operator("when_algorithms", "11.2.7: in an algorithm a discrete variable has its pre value first: counters without pre, a sum in a loop, and the last\n"
             "// assignment that acts.", """
  Integer n(start = 0, fixed = true), sum(start = 0, fixed = true), last(start = 0, fixed = true), k(start = 0, fixed = true);
algorithm
  when sample(0.25, 0.25) then
    n := n + 1;
    k := 1;
    while k <= n loop
      sum := sum + k;
      k := k + 1;
    end while;
  end when;
  when n == 3 then
    last := 30;
  end when;
  when time >= 1 then
    last := last + n;
  elsewhen time >= 0.5 then
    last := 7;
  end when;""",
             {"n": ticks, "sum": lambda t, side: sum(k * (k + 1) // 2 for k in range(1, ticks(t, side) + 1)),
              "last": held([(0.5, 7), (0.75, 30), (1.0, 34)])}, events=[0.25 * k for k in range(1, 9)])
    operator("crossings", "8.5: sin(10*pi*t) rises above 0.99 at (k + a)/5, a = asin(0.99)/(2*pi), and leaves it at (k + 0.5 - a)/5: ten times in 2 s. The\n"
             "// states see the same signal as c.", """
  constant Real pi = 2*acos(0);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), l(start = 0, fixed = true);
  Real s(start = 0, fixed = true), c(start = 1, fixed = true), on(start = 0, fixed = true);
  Boolean high = sin(10*pi*time) > 0.99;
equation
  der(s) = 10*pi*c;
  der(c) = -10*pi*s;
  der(on) = if high then 1 else 0;
  when high then
    n = pre(n) + 1;
  end when;
  when s > 0.99 then
    m = pre(m) + 1;
  end when;
  when not high then
    l = pre(l) + 1;
  end when;""",
             {"n": continuous(lambda t: crossings(t, True)), "m": continuous(lambda t: crossings(t, True)), "l": continuous(lambda t: crossings(t, False)),
              "on": continuous(lambda t: sum(min(max(t - (k + PART) / 5, 0), (0.5 - 2 * PART) / 5) for k in range(10)))}, interval=0.0625, within=1e-5)
    operator("crossings_alone", "8.5: the same without a state: nothing but the events says that anything happens.", """
  constant Real pi = 2*acos(0);
  Integer n(start = 0, fixed = true), slow(start = 0, fixed = true);
equation
  when sin(10*pi*time) > 0.99 then
    n = pre(n) + 1;
  end when;
  when cos(2*pi*time) < -0.9999 then
    slow = pre(slow) + 1;
  end when;""",
             {"n": continuous(lambda t: crossings(t, True)), "slow": continuous(lambda t: sum(t > k + acos(-0.9999) / (2 * pi) for k in range(2)))}, interval=0.0625)
    operator("relations_of_states", "8.5: x = t and y = 2 - t meet at 1; relations have the new value in the row after, and an if between them is integrated exactly.", """
  Real x(start = 0, fixed = true), y(start = 2, fixed = true), e(start = 0, fixed = true);
  Boolean more = x > y, most = x >= y, twice = x*x > 2.25 or y < -5;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  der(e) = if more then 3 elseif x > 0.5 then 2 else 1;
  when {more, most, twice} then
    n = pre(n) + 1;
  end when;""",
             {"more": held([(1.0, 1)]), "most": held([(1.0, 1)]), "twice": continuous(lambda t: t > 1.5),
              "e": continuous(lambda t: t + max(t - 0.5, 0) + max(t - 1, 0)), "n": continuous(lambda t: 2 if t > 1.5 else 1 if t > 1 else 0)},
             skip=[1.0, 1.5], within=1e-6)


PART = asin(0.99) / (2 * pi)


def crossings(t, up):
    part = PART if up else 0.5 - PART
    return sum(t > (k + part) / 5 for k in range(10))


def more_events():
    """Further orders of events."""
    operator("many_samples", "3.7.5: samples are counted and not added up: of a third 4 up to 1, of a thousandth 1001, of 0.3 from 0.1 on 4, the last of which\n"
             "// is at 0.1 + 3*0.3, one bit before the stop time.", """
  Integer thirds(start = 0, fixed = true), thousandths(start = 0, fixed = true), shifted(start = 0, fixed = true);
equation
  when sample(0, 1/3) then
    thirds = pre(thirds) + 1;
  end when;
  when sample(0, 0.001) then
    thousandths = pre(thousandths) + 1;
  end when;
  when sample(0.1, 0.3) then
    shifted = pre(shifted) + 1;
  end when;""",
             {"thirds": lambda t, side: sum(reached(t, side, k / 3) for k in range(4)), "thousandths": lambda t, side: 1 + round(1000 * t),
              "shifted": lambda t, side: sum(reached(t, side, 0.1 + 0.3 * k) for k in range(4))}, stop=1.0, interval=0.25)
    operator("first_instant", "8.6: at the start: initial() with other conditions acts once there and again when another becomes true; what an if of initial() sets, and\n"
             "// discrete variables that begin with another value than their start say.", """
  Integer n, m(start = 3, fixed = true), k = if time < 1 then 4 else 5;
  discrete Real x, y(start = 2, fixed = true);
  Boolean grown = k > pre(k);
initial equation
  pre(n) = 10;
  pre(k) = 4;
  x = 7;
equation
  when {initial(), time >= 0.5, time >= 1} then
    n = pre(n) + 1;
  end when;
  when time >= 0.5 then
    x = pre(x) + 1;
    y = pre(y) + x;
  end when;
  when k > 4 then
    m = pre(m) + k;
  end when;""",
             {"n": held([(0.5, 12), (1.0, 13)], 11), "m": held([(1.0, 8)], 3), "x": held([(0.5, 8)], 7), "y": held([(0.5, 10)], 2), "grown": constant(0)}, events=[0.5, 1.0])
    operator("reinit_branches", "3.7.5: reinit in an elsewhen and in branches of an if; a state that is only set moves by its derivative between.", """
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = 1;
  der(w) = x;
  when time >= 1.5 then
    reinit(x, 10);
  elsewhen time >= 0.5 then
    if x > 0.25 then
      reinit(x, -1);
    else
      reinit(x, 1);
    end if;
  end when;""",
             {"x": lambda t, side: 10 + t - 1.5 if reached(t, side, 1.5) else -1 + t - 0.5 if reached(t, side, 0.5) else t,
              "w": continuous(lambda t: t * t / 2 if t < 0.5 else 0.125 - (t - 0.5) + (t - 0.5) ** 2 / 2 if t < 1.5 else -0.375 + 10 * (t - 1.5) + (t - 1.5) ** 2 / 2)},
             events=[0.5, 1.5], within=1e-6)
    operator("reinit_arrays", "3.7.5: reinit sets an array at once: a is turned around, b is set to numbers, an element of c alone is set, and in a loop each of d.", """
  Real a[2](start = {1, 2}, each fixed = true), b[2](each start = 0, each fixed = true), c[2](each start = 0, each fixed = true), d[2](each start = 0, each fixed = true);
equation
  der(a) = {0, 1};
  der(b) = {1, 1};
  der(c) = {1, 1};
  der(d) = {1, 1};
  when sample(0.75, 0.5) then
    reinit(a, {a[2], a[1]});
    reinit(b, {5, 6});
    reinit(c[2], 7);
  end when;
  for i in 1:2 loop
    when time >= 0.75 + i/2 then
      reinit(d[i], 10*i);
    end when;
  end for;""",
             {"a[1]": turned(0), "a[2]": turned(1), "b[1]": since_sample(5), "b[2]": since_sample(6), "c[1]": continuous(lambda t: t), "c[2]": since_sample(7),
              "d[1]": lambda t, side: 10 + t - 1.25 if reached(t, side, 1.25) else t, "d[2]": lambda t, side: 20 + t - 1.75 if reached(t, side, 1.75) else t},
             events=[0.75, 1.25, 1.75], within=1e-6)
    operator("same_time", "8.6: a state reaches 1 at the time of a sample, and a relation of the time changes there too: each acts once, and what depends on two\n"
             "// of them sees both.", """
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), states(start = 0, fixed = true), times(start = 0, fixed = true), pairs(start = 0, fixed = true), total(start = 0, fixed = true);
equation
  der(x) = 2;
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
  when x >= 1 then
    states = pre(states) + 1;
  end when;
  when time >= 0.5 then
    times = pre(times) + 1;
  end when;
  when x >= 1 and time >= 0.5 then
    pairs = pre(pairs) + 1;
  end when;
  when {n > 0, states > 0, times > 0} then
    total = n + states + times;
  end when;""",
             {"n": continuous(lambda t: int(2 * t + 1e-9)), "states": continuous(lambda t: t > 0.5), "times": continuous(lambda t: t > 0.5), "pairs": continuous(lambda t: t > 0.5),
              "total": continuous(lambda t: 3 if t > 0.5 else 0)}, skip=[0.5, 1.0, 1.5], within=1e-6)
    operator("memories", "8.6: variables that remember through pre in an equation: a latch, a hysteresis of a state and a maximum that only grows.", """
  Real s(start = 0, fixed = true), c(start = 1, fixed = true);
  Boolean latch(start = false, fixed = true), high(start = false, fixed = true);
  Integer turns(start = 0, fixed = true);
  discrete Real top(start = 0, fixed = true);
equation
  der(s) = 5*c;
  der(c) = -5*s;
  latch = time >= 1 or pre(latch) or s < -2;
  high = if pre(high) then s > -0.5 else s > 0.5;
  when {high, not high} then
    turns = pre(turns) + 1;
  end when;
  when sample(0.125, 0.125) then
    top = max(pre(top), s);
  end when;""",
             {"latch": held([(1.0, 1)]), "turns": continuous(lambda t: sum(5 * t > pi / 6 + pi * k for k in range(9))),
              "top": lambda t, side: max([0.0] + [sin(0.625 * k) for k in range(1, 17) if reached(t, side, 0.125 * k)])},
             events=[0.125 * k for k in range(1, 17)], within=1e-5)
    operator("algorithms", "11.1: an algorithm is one equation for all it assigns: temporaries, if and for in it, events of its relations, and its discrete variables.", """
  Real x(start = 0, fixed = true), y, z, area(start = 0, fixed = true);
  Integer k;
algorithm
  y := x;
  if x > 1 then
    y := 2*y - 1;
  elseif x > 0.5 then
    y := y + 0;
  else
    y := 3*y - 1;
  end if;
  z := 0;
  for i in 1:4 loop
    if i == 3 then
      break;
    end if;
    z := z + i*y;
  end for;
  k := if time >= 1.5 then 2 else 1;
equation
  der(x) = 1;
  der(area) = y;""",
             {"y": continuous(piece), "z": continuous(lambda t: 3 * piece(t)), "k": held([(1.5, 2)], 1),
              "area": continuous(lambda t: 1.5 * t * t - t if t <= 0.5 else -0.125 + (t * t - 0.25) / 2 if t <= 1 else 0.25 + (t * t - 1) - (t - 1))}, events=[1.5], within=1e-6)


def piece(t):
    return 2 * t - 1 if t > 1 else t if t > 0.5 else 3 * t - 1


def since_sample(value):
    def found(t, side):
        times = [at for at in (0.75, 1.25, 1.75) if reached(t, side, at)]
        return value + t - times[-1] if times else t

    return found


def turned(which):
    def value(t, side):
        a, last = [1.0, 2.0], 0.0
        for at in (0.75, 1.25, 1.75):
            if reached(t, side, at):
                a, last = [a[1] + at - last, a[0]], at
        return a[0] if which == 0 else a[1] + t - last

    return value


def other_starts():
    """Runs that do not begin at 0."""
    operator("later_start", "A run from 1.125 to 3: samples are at s + k*i from then on, delay has the value at the start, counts of floor begin where the\n"
             "// time is, and what became true before does not act.", """
  Integer n(start = 0, fixed = true), k = integer(2*time), never(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y = delay(time, 0.5);
equation
  der(x) = time;
  when sample(0, 0.5) then
    n = pre(n) + 1;
  end when;
  when time > 0.5 then
    never = pre(never) + 1;
  end when;""",
             {"n": held([(1.5, 1), (2.0, 2), (2.5, 3), (3.0, 4)]), "k": held([(1.5, 3), (2.0, 4), (2.5, 5), (3.0, 6)], 2), "never": constant(0),
              "x": continuous(lambda t: (t * t - 1.125**2) / 2), "y": continuous(lambda t: max(t - 0.5, 1.125))},
             start=1.125, stop=3.0, events=[1.5, 2.0, 2.5, 3.0], within=1e-6)
    operator("earlier_start", "A run from -1 to 1: the time is negative at first, floor and mod go down, and 0 is a time like others.", """
  Integer n(start = 0, fixed = true), k = integer(2*time);
  Real m = mod(time, 0.75), y = delay(time^2, 0.5), x(start = 3, fixed = true);
  Boolean late = time >= 0;
equation
  der(x) = if late then 1 else -1;
  when sample(-0.5, 0.5) then
    n = pre(n) + 1;
  end when;""",
             {"n": held([(-0.5, 1), (0.0, 2), (0.5, 3), (1.0, 4)]), "k": held([(-0.5, -1), (0.0, 0), (0.5, 1), (1.0, 2)], -2),
              "m": jumping(lambda t: t % 0.75), "y": continuous(lambda t: max(t - 0.5, -1) ** 2), "late": held([(0.0, 1)]),
              "x": continuous(lambda t: 2 + abs(t))}, start=-1.0, stop=1.0, events=[-0.75, -0.5, 0.0, 0.5, 0.75, 1.0], within=1e-3)


iteration()
more_events()
other_starts()
