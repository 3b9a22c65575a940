"""The event related operators of section 3.7.5 of the Modelica specification."""

from .case import constant, continuous, held, operator, reached

def events():
    """3.7.5 Event related operators."""
    operator("initial_terminal", "3.7.5: initial() is true during the initialization, terminal() at the end: what they trigger happens once.", """
  discrete Real first(start = -1), last(start = -1, fixed = true);
  Integer begun(start = 0), ended(start = 0, fixed = true);
  Boolean beginning = initial(), over = terminal();
  Real x(start = 1, fixed = true);
equation
  der(x) = 2;
  when initial() then
    first = 5 + time;
    begun = pre(begun) + 1;
  end when;
  when terminal() then
    last = x;
    ended = pre(ended) + 1;
  end when;
initial equation
  pre(first) = 0;
  pre(begun) = 0;""",
             {"first": constant(5), "begun": constant(1), "last": held([(2.0, 5)], -1), "ended": held([(2.0, 1)]), "beginning": constant(0),
              "over": held([(2.0, 1)])}, events=[2.0], skip=[0.0], within=1e-7)
    operator("no_event", "3.7.5: noEvent and smooth give their argument; x is the integral of |t - 1|, also where no event was.", """
  Real u = time - 1, a = noEvent(if u > 0 then u else -u), s = smooth(0, if u > 0 then u else -u), q = smooth(1, noEvent(if u < 0 then 0 else u*sqrt(u)));
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = a;
  der(y) = s;
  when sample(0.5, 0.5) then
    d = noEvent(if u > 0 then 1 else -1);
  end when;""",
             {"a": continuous(lambda t: abs(t - 1)), "s": continuous(lambda t: abs(t - 1)), "q": continuous(lambda t: max(t - 1, 0) ** 1.5),
              "x": continuous(lambda t: t - t * t / 2 if t < 1 else 1 - t + t * t / 2), "y": continuous(lambda t: t - t * t / 2 if t < 1 else 1 - t + t * t / 2),
              "d": held([(0.5, -1), (1.5, 1)])}, events=[0.5, 1.0, 1.5], within=1e-6)
    count = lambda first, step: lambda t, side: sum(reached(t, side, first + k * step) for k in range(40))
    operator("sample_counts", "3.7.5: sample(s, i) at s + k*i: at the start after the initialization, at the stop time, with a start before the run,\n"
             "// several at one time, and true in the first iteration alone, so that a recorded row has it false.", """
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), early(start = 0, fixed = true), both(start = 0, fixed = true);
  Boolean s = sample(0, 0.25);
  discrete Real at(start = -1, fixed = true);
equation
  when s then
    n = pre(n) + 1;
    at = time;
  end when;
  when sample(0.5, 0.375) then
    m = pre(m) + 1;
  end when;
  when sample(-0.75, 0.5) then
    early = pre(early) + 1;
  end when;
  when {sample(0, 0.5), sample(0, 0.75)} then
    both = pre(both) + 1;
  end when;""",
             {"n": count(0.0, 0.25), "m": count(0.5, 0.375), "early": count(0.25, 0.5), "s": constant(0),
              "both": lambda t, side: sum(reached(t, side, 0.25 * k) for k in range(40) if k % 2 == 0 or k % 3 == 0),
              "at": lambda t, side: 0.25 * (count(0.0, 0.25)(t, side) - 1)},
             events=sorted({0.125 * k for k in range(1, 17)}))
    operator("sample_tenths", "3.7.5: a tenth is no binary number: eleven samples from 0 to 1 all the same, the last one at the stop time.", """
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;""",
             {"n": lambda t, side: sum(reached(t, side, 0.1 * k) for k in range(11)),
              "x": continuous(lambda t: sum(max(t - 0.1 * k, 0) for k in range(11)))}, stop=1.0, interval=0.1, events=[0.1 * k for k in range(1, 10)] + [1.0],
             within=1e-7)
    operator("previous_values", "3.7.5: pre is the value before the event, and has caught up when the event is over: y = x in each row after it. The two\n"
             "// numbers of Fibonacci use each other's pre.", """
  Integer a(start = 1, fixed = true), b(start = 0, fixed = true), y = pre(a);
  discrete Real d(start = 0.5, fixed = true), last(start = 0, fixed = true);
  Real e = pre(d);
equation
  when sample(0.25, 0.25) then
    a = pre(a) + pre(b);
    b = pre(a);
    d = 2*pre(d);
    last = pre(d);
  end when;""",
             {"a": fibonacci(0), "b": fibonacci(1), "y": fibonacci(0), "d": lambda t, side: 0.5 * 2 ** ticks(t, side), "e": lambda t, side: 0.5 * 2 ** ticks(t, side),
              "last": lambda t, side: 0.5 * 2 ** (ticks(t, side) - 1) if ticks(t, side) else 0.0}, events=[0.25 * k for k in range(1, 9)])
    operator("edges", "3.7.5: edge(b) and change(v) while the event lasts: counted, and false in each recorded row. A Boolean that is true from the\n"
             "// start on has no edge there.", """
  Boolean b = (time >= 0.5 and time < 1) or time >= 1.5, true_first = time < 0.75, e = edge(b), c = change(b);
  Integer k = integer(4*time), rises(start = 0, fixed = true), changes(start = 0, fixed = true), steps(start = 0, fixed = true), falls(start = 0, fixed = true),
    firsts(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Integer moved(start = 0, fixed = true);
initial equation
  pre(true_first) = true;
  pre(k) = 0;
  pre(b) = false;
equation
  when edge(b) then
    rises = pre(rises) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
  when edge(true_first) then
    firsts = pre(firsts) + 1;
  end when;
  when not b then
    falls = pre(falls) + 1;
  end when;
  when change(k) then
    steps = pre(steps) + 1;
  end when;
  when sample(0.25, 0.5) then
    d = if time < 1 then 3 else time;
  end when;
  when change(d) then
    moved = pre(moved) + 1;
  end when;""",
             {"rises": held([(0.5, 1), (1.5, 2)]), "changes": held([(0.5, 1), (1.0, 2), (1.5, 3)]), "falls": held([(1.0, 1)]), "firsts": constant(0),
              "steps": held([(0.25 * k, k) for k in range(1, 9)]), "moved": held([(0.25, 1), (1.25, 2), (1.75, 3)]), "e": constant(0), "c": constant(0)},
             events=[0.25 * k for k in range(1, 9)])
    operator("reinit_exchange", "3.7.5 and 8.3.6: the values of all reinit are taken before any is set, so that x and y change places at each half second;\n"
             "// z is set to twice what it was. Between events x, y and z move with 1, -1 and 0.", """
  Real x(start = 1, fixed = true), y(start = 5, fixed = true), z(start = 0.5, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  der(z) = 0;
  when sample(0.5, 0.5) then
    reinit(x, y);
    reinit(y, x);
    reinit(z, 2*pre(z));
  end when;""",
             {"x": swapped(0), "y": swapped(1), "z": lambda t, side: 0.5 * 2 ** sum(reached(t, side, 0.5 * k) for k in range(1, 5))}, events=[0.5, 1.0, 1.5, 2.0], within=1e-7)
    operator("reinit_reversed", "3.7.5 and 8.3.6: the same exchange written the other way round, and through a discrete variable of the same when.", """
  Real x(start = 1, fixed = true), y(start = 5, fixed = true);
  discrete Real sum(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = -1;
  when sample(0.5, 0.5) then
    reinit(y, x);
    sum = x + y;
    reinit(x, y);
  end when;""",
             {"x": swapped(0), "y": swapped(1), "sum": held([(0.5, 6)])}, events=[0.5, 1.0, 1.5, 2.0], within=1e-7)
    operator("bouncing", "3.7.5: a ball that falls from 1.25 with g = 10 and bounces with half its speed: at 0.5, 1, 1.25, 1.375, ...; looked at up to 1.25.", """
  Real h(start = 1.25, fixed = true), v(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -0.5*pre(v));
    bounces = pre(bounces) + 1;
  end when;""",
             {"h": continuous(ball), "bounces": continuous(lambda t: (t > 0.5) + (t > 1) + (t > 1.25))}, stop=1.3125, interval=0.0625, skip=[0.5, 1.0, 1.25], within=1e-5)


def ticks(t, side):
    return sum(reached(t, side, 0.25 * k) for k in range(1, 9))


def fibonacci(which):
    def value(t, side):
        a, b = 1, 0
        for _ in range(ticks(t, side)):
            a, b = a + b, a
        return (a, b)[which]

    return value


def swapped(which):
    def value(t, side):
        x, y, last = 1.0, 5.0, 0.0
        for k in range(1, 5):
            if reached(t, side, 0.5 * k):
                x, y, last = y - 0.5, x + 0.5, 0.5 * k
        return (x + (t - last), y - (t - last))[which]

    return value


def ball(t):
    start, height, speed = 0.0, 1.25, 0.0
    for at, after in ((0.5, 2.5), (1.0, 1.25), (1.25, 0.625)):
        if t > at:
            start, height, speed = at, 0.0, after
    s = t - start
    return height + speed * s - 5 * s * s


events()
