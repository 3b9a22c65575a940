"""The built-in operators of section 3.7 of the Modelica specification, and how events are iterated (8.6)."""

from math import (acos, asin, atan, atan2, ceil, cos, cosh, exp, floor, log, log10, pi, sin, sinh, sqrt, tan, tanh)

from .case import constant, continuous, held, operator, reached

# What is right after, and right before an event.
TINY = 1e-9


def trunc(x):
    return float(floor(x) if x >= 0 else ceil(x))


def jumping(function, last=None):
    """A value that jumps: looked at right before and right after, at the end of the run exactly there."""

    def value(t, side):
        exact = last is not None and abs(t - last) < 1e-9 and side > 0
        return function(t if exact else t + side * TINY)

    return value


def numeric():
    """3.7.1 Numeric functions and conversion operators."""
    operator("abs_sign", "3.7.1: abs and sign are taken literally, without events; at u = 0 the sign is 0.", """
  Real u = 2*time - 2;
  Integer k = if time >= 1.25 then 3 else -3;
  Real a = abs(u), s = sign(u), m = min(u, 0.5), x = max(u, 0.5), r = sqrt(time), e(start = 0, fixed = true);
  Integer ka = abs(k), ks = sign(k), km = min(k, 1), kx = max(k, 1);
equation
  der(e) = abs(u);""",
             {"a": continuous(lambda t: abs(2 * t - 2)), "s": continuous(lambda t: (t > 1) - (t < 1)), "m": continuous(lambda t: min(2 * t - 2, 0.5)),
              "x": continuous(lambda t: max(2 * t - 2, 0.5)), "r": continuous(sqrt), "ka": constant(3), "ks": held([(1.25, 1)], -1),
              "km": held([(1.25, 1)], -3), "kx": held([(1.25, 3)], 1),
              "e": continuous(lambda t: 2 * t - t * t if t < 1 else 2 - 2 * t + t * t)}, events=[1.25], within=1e-6)
    operator("enumerations", "3.7.1: Integer(e) is the ordinal number, E(i) its inverse; enumerations are ordered (4.9.5) and keep what pre was.", """
  type E = enumeration(one, two, three);
  Integer n = 1 + integer(time);
  E e = E(n);
  E last(start = E.one, fixed = true);
  Integer k = Integer(e), before = Integer(last), changes(start = 0, fixed = true);
  Boolean late = e > E.one;
  Real chosen[E] = {10, 20, 30};
  Real c = chosen[e];
equation
  when change(e) then
    changes = pre(changes) + 1;
    last = pre(e);
  end when;""",
             {"k": held([(1.0, 2), (2.0, 3)], 1), "before": held([(2.0, 2)], 1), "late": held([(1.0, 1)]), "c": held([(1.0, 20), (2.0, 30)], 10),
              "changes": held([(1.0, 1), (2.0, 2)])}, stop=2.5, events=[1.0, 2.0])
    texts = {
        'String(true)': "true", 'String(false, minimumLength = 7)': "false  ", 'String(12)': "12", 'String(-3, minimumLength = 5)': "-3   ",
        'String(5, minimumLength = 4, leftJustified = false)': "   5", 'String(3.5)': "3.5", 'String(1/3, significantDigits = 3)': "0.333",
        'String(12.3456)': "12.3456", 'String(0.0123456)': "0.0123456", 'String(2.5, format = ".3f")': "2.500", 'String(255, format = "x")': "ff",
        'String(7, format = "5d")': "    7", 'String(E.two)': "two", 'String(-0.5, minimumLength = 8, leftJustified = false)': "    -0.5",
        'String(1.5, format = "10.2e")': "  1.50e+00",
    }
    lines = ",\n    ".join(f't{at} = {call} == "{text}"' for at, (call, text) in enumerate(texts.items(), 1))
    operator("strings", "3.7.1: String with its options; each text is compared with what the definition gives.", f"""
  type E = enumeration(one, two, three);
  parameter Boolean {lines};
  Boolean right[{len(texts)}] = {{{", ".join(f"t{at}" for at in range(1, len(texts) + 1))}}};""",
             {f"right[{at}]": constant(1) for at in range(1, len(texts) + 1)}, interval=1.0)


def rounding():
    """3.7.2 Event triggering mathematical functions."""
    cells = {
        "f": ("floor(x)", lambda x: float(floor(x))), "c": ("ceil(x)", lambda x: float(ceil(x))), "n": ("integer(x)", lambda x: float(floor(x))),
        "d": ("div(x, 1.5)", lambda x: trunc(x / 1.5)), "m": ("mod(x, 1.5)", lambda x: x - floor(x / 1.5) * 1.5),
        "r": ("rem(x, 1.5)", lambda x: x - trunc(x / 1.5) * 1.5), "k": ("mod(x, -1.5)", lambda x: x + floor(x / -1.5) * 1.5),
    }
    events = sorted({0.125 + 0.25 * k for k in range(8)} | {(4.5 + 1.5 * k) / 4 for k in range(-3, 3)} - {0.0})
    for name, text, line in (("rounding_up", "4*time - 4.5", lambda t: 4 * t - 4.5), ("rounding_down", "4.5 - 4*time", lambda t: 4.5 - 4 * t)):
        declared = "".join(f"  {'Integer' if cell == 'n' else 'Real'} {cell} = {call};\n" for cell, (call, _) in cells.items())
        values = {}
        for cell, (_, function) in cells.items():
            values[cell] = jumping(lambda t, f=function, line=line: f(line(t)))
        operator(name, "3.7.2: floor, ceil, integer, div, mod and rem on both sides of their events, also of negative arguments.\n"
                 "// mod(x, y) = x - floor(x/y)*y, div cuts towards zero, rem(x, y) = x - div(x, y)*y. The states collect what floor and mod were.", f"""
  Real x = {text};
{declared}  Real sum(start = 0, fixed = true), area(start = 0, fixed = true);
equation
  der(sum) = f;
  der(area) = m;""",
                 values | {"sum": continuous(lambda t, line=line: floors(line, t)), "area": continuous(lambda t, line=line: teeth(line, t))}, events=[t for t in events if 0 < t < 2], within=1e-6)
    first = {"f": lambda x: float(floor(x)), "c": lambda x: float(ceil(x)), "g": lambda x: float(floor(-x)), "h": lambda x: float(ceil(-x)),
             "m": lambda x: x - floor(x), "k": lambda x: -x - floor(-x)}
    operator("rounding_at_the_ends", "3.7.2: at the start and at the stop time the argument is an integer exactly: the value is that of this instant, and\n"
             "// not that of a moment later, which at the stop time never comes.", """
  Real x = time;
  Real f = floor(x), c = ceil(x), g = floor(-x), h = ceil(-x), m = mod(x, 1), k = mod(-x, 1);
  Boolean above = x > 2, reached = x >= 2, below = x < 2, not_yet = x <= 2;""",
             {name: jumping(lambda t, f=f: f(t), last=2.0) for name, f in first.items()}
             | {"above": constant(0), "reached": held([(2.0, 1)]), "below": held([(2.0, 0)], 1), "not_yet": constant(1)},
             events=[1.0, 2.0], skip=[0.0], within=1e-6)
    numbers = {"div(7, 2)": 3, "div(-7, 2)": -3, "div(7, -2)": -3, "mod(7, 2)": 1, "mod(-7, 2)": 1, "mod(7, -2)": -1, "rem(7, 2)": 1,
               "rem(-7, 2)": -1, "rem(7, -2)": 1, "mod(3, 1.4)": 0.2, "mod(-3, 1.4)": 1.2, "mod(3, -1.4)": -1.2, "rem(3, 1.4)": 0.2,
               "rem(-3, 1.4)": -0.2, "floor(-0.5)": -1, "ceil(-0.5)": 0, "integer(-3.7)": -4, "div(-7.5, 2)": -3, "abs(-4)": 4, "sign(-4)": -1}
    operator("rounding_constants", "3.7.2: the examples of the specification, and Integer arguments, of constants and of discrete variables.", f"""
  Integer seven = if time >= 1 then -7 else 7, two(start = 2, fixed = true);
  Integer d = div(seven, two), m = mod(seven, two), r = rem(seven, two);
  constant Real known[{len(numbers)}] = {{{", ".join(numbers)}}};
  Real v[{len(numbers)}] = known;
equation
  when time >= 1.5 then
    two = -2;
  end when;""",
             {f"v[{at}]": constant(value) for at, value in enumerate(numbers.values(), 1)}
             | {"d": held([(1.0, -3), (1.5, 3)], 3), "m": held([(1.0, 1), (1.5, -1)], 1), "r": held([(1.0, -1)], 1)}, events=[1.0, 1.5], interval=0.5)
    operator("rounding_without_events", "3.7.2: inside noEvent and inside when nothing triggers events; the values are the same at each row.", """
  Real x(start = 0.1, fixed = true), y = noEvent(floor(x)) + noEvent(mod(x, 0.75));
  Integer n(start = 0, fixed = true), events(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.5, 0.5) then
    n = integer(4*x);
    events = pre(events) + 1;
  end when;""",
             {"y": continuous(lambda t: floor(t + 0.1) + (t + 0.1) % 0.75), "n": held([(0.5, 2), (1.0, 4), (1.5, 6), (2.0, 8)]),
              "events": held([(0.5 * k, k) for k in range(1, 5)])}, events=[0.5, 1.0, 1.5, 2.0], within=1e-7)


def floors(line, t):
    """The integral of floor(line) from 0 on, for a line of slope 4 or -4 that begins at -4.5 or 4.5."""
    ends = [0.0] + [0.125 + 0.25 * k for k in range(8) if 0.125 + 0.25 * k < t] + [t]
    return sum((b - a) * floor(line((a + b) / 2)) for a, b in zip(ends, ends[1:]))


def teeth(line, t):
    """The integral of mod(line, 1.5) from 0 on, for a line of slope 4 or -4: whole teeth have an area of 1.5*1.5/2/4."""
    up = line(1.0) > line(0.0)
    whole, rest = divmod(4 * t, 1.5)
    return whole * 1.125 / 4 + (rest * rest / 2 if up else 1.5 * rest - rest * rest / 2) / 4


def elementary():
    """3.7.3 Elementary mathematical functions."""
    cells = {"sin(3*x - 2)": lambda x: sin(3 * x - 2), "cos(3*x - 2)": lambda x: cos(3 * x - 2), "tan(x - 1)": lambda x: tan(x - 1),
             "asin((x - 1)/2)": lambda x: asin((x - 1) / 2), "acos((x - 1)/2)": lambda x: acos((x - 1) / 2), "atan(3*x - 2)": lambda x: atan(3 * x - 2),
             "atan2(sin(4*x + 0.1), cos(4*x + 0.1))": lambda x: atan2(sin(4 * x + 0.1), cos(4 * x + 0.1)), "sinh(x - 1)": lambda x: sinh(x - 1),
             "cosh(x - 1)": lambda x: cosh(x - 1), "tanh(x - 1)": lambda x: tanh(x - 1), "exp(-x)": lambda x: exp(-x), "log(x + 0.5)": lambda x: log(x + 0.5),
             "log10(x + 0.5)": lambda x: log10(x + 0.5), "sqrt(x + 1)": lambda x: sqrt(x + 1), "(x - 1)^3": lambda x: (x - 1) ** 3,
             "2^(x - 1)": lambda x: 2 ** (x - 1), "(x + 1)^(-0.5)": lambda x: (x + 1) ** -0.5}
    derived = {"sin(3*x - 2)": lambda x: 3 * cos(3 * x - 2), "cos(3*x - 2)": lambda x: -3 * sin(3 * x - 2), "tan(x - 1)": lambda x: 1 / cos(x - 1) ** 2,
               "asin((x - 1)/2)": lambda x: 0.5 / sqrt(1 - ((x - 1) / 2) ** 2), "acos((x - 1)/2)": lambda x: -0.5 / sqrt(1 - ((x - 1) / 2) ** 2),
               "atan(3*x - 2)": lambda x: 3 / (1 + (3 * x - 2) ** 2), "atan2(sin(4*x + 0.1), cos(4*x + 0.1))": lambda x: 4.0,
               "sinh(x - 1)": lambda x: cosh(x - 1), "cosh(x - 1)": lambda x: sinh(x - 1), "tanh(x - 1)": lambda x: 1 - tanh(x - 1) ** 2,
               "exp(-x)": lambda x: -exp(-x), "log(x + 0.5)": lambda x: 1 / (x + 0.5), "log10(x + 0.5)": lambda x: 1 / (x + 0.5) / log(10),
               "sqrt(x + 1)": lambda x: 0.5 / sqrt(x + 1), "(x - 1)^3": lambda x: 3 * (x - 1) ** 2, "2^(x - 1)": lambda x: log(2) * 2 ** (x - 1),
               "(x + 1)^(-0.5)": lambda x: -0.5 * (x + 1) ** -1.5}
    n = len(cells)
    operator("elementary", "3.7.3: each function of a state x = time, and its derivative by the rules of calculus (3.7.4.1).", f"""
  Real x(start = 0, fixed = true);
  Real y[{n}] = {{{", ".join(cells)}}};
  Real d[{n}] = der(y);
equation
  der(x) = 1;""",
             {f"y[{at}]": continuous(f) for at, f in enumerate(cells.values(), 1)}
             | {f"d[{at}]": continuous(derived[cell]) for at, cell in enumerate(cells, 1)}, within=1e-6)
    angles = {"atan2(0, 1)": 0, "atan2(1, 1)": pi / 4, "atan2(1, 0)": pi / 2, "atan2(1, -1)": 3 * pi / 4, "atan2(-1, -1)": -3 * pi / 4,
              "atan2(-1, 0)": -pi / 2, "atan2(-1, 1)": -pi / 4, "asin(1)": pi / 2, "acos(-1)": pi, "exp(0)": 1, "log(1)": 0, "log10(0.001)": -3,
              "sqrt(0)": 0, "tanh(100)": 1, "cosh(0)": 1, "2^0.5": sqrt(2), "(-2)^3": -8, "0^0.5": 0}
    operator("elementary_constants", "3.7.3: all quadrants of atan2, and ends of the ranges; the same of constants and of variables that equal them.", f"""
  constant Real known[{len(angles)}] = {{{", ".join(angles)}}};
  Real v[{len(angles)}] = known;
  Real one(start = 1, fixed = true);
  Real quadrants[4] = {{atan2(one, one), atan2(one, -one), atan2(-one, -one), atan2(-one, one)}};
equation
  der(one) = 0;""",
             {f"v[{at}]": constant(value) for at, value in enumerate(angles.values(), 1)}
             | {f"quadrants[{at}]": constant(value) for at, value in enumerate((pi / 4, 3 * pi / 4, -3 * pi / 4, -pi / 4), 1)}, interval=1.0)


def special():
    """3.7.4 Derivative and special purpose operators."""
    operator("derivative", "3.7.4.1: der of expressions and arrays: x = exp(-t), so (x^2*sin(t))' = exp(-2*t)*(cos(t) - 2*sin(t)); the derivative\n"
             "// of a parameter is 0, and what a state is differentiates twice.", """
  parameter Real p = 3;
  Real x(start = 1, fixed = true), y = x^2*sin(time), dy = der(y), a[2] = {x, time^3}, da[2] = der(a), dp = der(p*time);
  Real s = sin(2*time), v = der(s), w = der(v), m = der(max(x, 0) + abs(x));
equation
  der(x) = -x;""",
             {"dy": continuous(lambda t: exp(-2 * t) * (cos(t) - 2 * sin(t))), "da[1]": continuous(lambda t: -exp(-t)), "da[2]": continuous(lambda t: 3 * t * t),
              "dp": constant(3), "v": continuous(lambda t: 2 * cos(2 * t)), "w": continuous(lambda t: -4 * sin(2 * t)),
              "m": continuous(lambda t: -2 * exp(-t))}, within=1e-6)
    operator("derivative_after_reinit", "3.7.4.1: the derivative of an expression of a state that is set anew: x4 = t^2/2 - n^2/2 since the second n, x6 = 2*x4*t.", """
  Real x4(start = 0, fixed = true), x5 = x4^2, x6 = der(x5);
equation
  der(x4) = time;
  when sample(1, 1) then
    reinit(x4, 0);
  end when;""",
             {"x4": since_second, "x6": lambda t, side: 2 * since_second(t, side) * t}, stop=2.5, events=[1.0, 2.0], within=1e-6)
    operator("homotopy_actual", "3.7.4.3: after the initialization homotopy is its actual argument: x^3 + x = 10 has x = 2, and y follows actual.", """
  Real x(start = 0.1), y = homotopy(actual = time^2, simplified = time), z = homotopy(time, 5);
equation
  homotopy(x^3 + x, 4*x) = 10;""",
             {"x": constant(2), "y": continuous(lambda t: t * t), "z": continuous(lambda t: t)}, within=1e-6)
    operator("semilinear", "3.7.4.4: semiLinear(x, a, b) = if x >= 0 then a*x else b*x, also with slopes that vary; the state is its integral.", """
  Real x = 2*time - 2, y = semiLinear(x, 2, 3), z = semiLinear(-x, time, 4), e(start = 0, fixed = true);
equation
  der(e) = y;""",
             {"y": continuous(lambda t: (2 if t >= 1 else 3) * (2 * t - 2)), "z": continuous(lambda t: (t if t <= 1 else 4) * (2 - 2 * t)),
              "e": continuous(lambda t: 3 * (t * t - 2 * t) if t < 1 else -3 + 2 * (t - 1) ** 2)}, within=1e-5)
    operator("streams", "3.7.4.5 and 15.2: what flows out of a mixing point is the mean of what flows in. Until 1 a and b feed c:\n"
             "// (3*(2 - t) + 5*1)/(3 - t); then a takes half of what b gives, so that a and c see b alone.", """
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h_outflow;
  end Port;

  model Source
    parameter Real h;
    Port port;
    Real m, in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.m_flow = -m;
    port.h_outflow = h;
  end Source;

  model Sink
    Port port;
    Real in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.p = 1;
    port.h_outflow = 9;
  end Sink;
  Source a(h = 3), b(h = 5);
  Sink c;
equation
  a.m = if time < 1 then 2 - time else -0.5;
  b.m = 1;
  connect(a.port, b.port);
  connect(a.port, c.port);""",
             {"c.in_": lambda t, side: 5.0 if reached(t, side, 1.0) else (3 * (2 - t) + 5) / (3 - t),
              "c.actual": lambda t, side: 5.0 if reached(t, side, 1.0) else (3 * (2 - t) + 5) / (3 - t),
              "a.in_": constant(5), "a.actual": held([(1.0, 5)], 3), "b.actual": constant(5)},
             events=[1.0], within=1e-6)
    profile = lambda z: 2 * z if z < 0.5 else 1 + 4 * (z - 0.5)
    operator("transport", "3.7.4.2: a profile moves with speed 1: out1 is the profile at 1 - t, from 1 on what went in at t - 1. At 1.5 the\n"
             "// movement turns: out0 is what went in at 3 - t. The input 5 + 2*t is a line, so that lines between points are exact.", """
  Real x(start = 0, fixed = true), v = if time < 1.5 then 1 else -1, left, right, back = if time < 1.5 then 0 else left;
equation
  der(x) = v;
  (left, right) = spatialDistribution(5 + 2*time, -7, x, time < 1.5, {0, 0.5, 1}, {0, 1, 3});""",
             {"right": lambda t, side: -7 if reached(t, side, 1.5) else profile(1 - t) if t < 1 - 1e-9 or (t < 1 + 1e-9 and side < 0) else 5 + 2 * (t - 1),
              "back": lambda t, side: 5 + 2 * (3 - t) if t > 1.5 else 0.0}, skip=[0.0, 1.0, 1.5], within=1e-5)
    operator("cardinality_of_pins", "3.7.4.2 (deprecated): how often a connector stands in connections.", """
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Part
    Pin n;
    Real open;
  equation
    open = if cardinality(n) == 0 then 1 elseif cardinality(n) == 1 then 2 else 3;
    n.v = 2*time;
  end Part;

  model Sense
    Pin p;
  equation
    p.i = 1;
  end Sense;
  Part a, b, c;
  Sense s1, s2, s3;
equation
  connect(b.n, s1.p);
  connect(c.n, s2.p);
  connect(c.n, s3.p);""", {"a.open": constant(1), "b.open": constant(2), "c.open": constant(3), "c.n.i": constant(-2)}, interval=1.0)
    operator("vectorized", "12.4.6: operators of scalars take arrays: delay, homotopy, smooth, noEvent, semiLinear, floor, integer and abs, element by element.", """
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Real late[2] = delay({x, y}, 0.5), same[2] = homotopy({x, y}, {1, 1}), still[2] = smooth(0, {x, y}), chosen[2] = noEvent(if x > 0.5625 then {1, 2} else {3, 4});
  Real bent[2] = semiLinear({x - 0.5, 0.5 - x}, {2, 2}, {3, 3}), low[2] = floor({2*x + 0.125, -2*x - 0.125}), size_[2] = abs({x - 0.5, 1});
  Integer whole[2] = integer({2*x + 0.125, 3*x + 0.125});
equation
  der(x) = 1;
  der(y) = -1;""",
             {"late[1]": continuous(lambda t: max(t - 0.5, 0)), "late[2]": continuous(lambda t: 1 - max(t - 0.5, 0)), "same[2]": continuous(lambda t: 1 - t),
              "still[1]": continuous(lambda t: t), "chosen[1]": continuous(lambda t: 1 if t > 0.5625 else 3), "chosen[2]": continuous(lambda t: 2 if t > 0.5625 else 4),
              "bent[1]": continuous(lambda t: (t - 0.5) * (2 if t > 0.5 else 3)), "bent[2]": continuous(lambda t: (0.5 - t) * (3 if t > 0.5 else 2)),
              "low[1]": continuous(lambda t: floor(2 * t + 0.125)), "low[2]": continuous(lambda t: floor(-2 * t - 0.125)), "size_[1]": continuous(lambda t: abs(t - 0.5)),
              "whole[2]": continuous(lambda t: floor(3 * t + 0.125))}, within=1e-6)
    operator("instance_name", "3.7.4.8: the name of the simulated model and of the instance in it.", """
  model Part
    parameter String name = getInstanceName();
  end Part;

  model Group
    Part part[2];
    Part other;
  end Group;
  Group group;
  Boolean whole = getInstanceName() == "instance_name", second = group.other.name == "instance_name.group.other";""",
             {"whole": constant(1), "second": constant(1)}, interval=1.0)


def since_second(t, side):
    n = reached(t, side, 1.0) + reached(t, side, 2.0)
    return (t * t - n * n) / 2


def delays():
    """3.7.2 delay."""
    late = lambda f, d, start=0.0: lambda t, side: f(max(t - d, start))
    operator("delayed", "3.7.2.1: delay(e, d) is e at time - d, and e at the start until then. A jump arrives as a jump, which an if, a when and a state see.", """
  Real x(start = 1, fixed = true), y = delay(x, 0.375), jump = if time < 0.5 then time else 2 + time, z = delay(jump, 0.5), long = delay(cos(time), 5);
  Real steps = delay(integer(2*time), 0.75), e(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  der(e) = steps;
  when steps > 0.5 then
    n = pre(n) + 1;
  end when;""",
             {"y": late(lambda t: exp(-t), 0.375), "z": lambda t, side: 2 + (t - 0.5) if reached(t, side, 1.0) else max(t - 0.5, 0.0), "long": constant(1),
              "steps": held([(1.25, 1), (1.75, 2)]), "n": held([(1.25, 1)]), "e": continuous(lambda t: max(t - 1.25, 0) + max(t - 1.75, 0))},
             events=[0.5, 0.75, 1.0, 1.25, 1.5, 1.75], within=1e-5)
    operator("delay_loop", "3.7.2.1: x' = -delay(x, 1) from x = 1: by steps, 1 - t until 1, then 1 - t + (t - 1)^2/2, and - (t - 2)^3/6 more from 2.", """
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);""",
             {"x": continuous(lambda t: 1 - t + (max(t - 1, 0) ** 2) / 2 - (max(t - 2, 0) ** 3) / 6)}, stop=3.0, within=1e-5)
    operator("delay_varying", "3.7.2.1: a delay that changes: y is x at time - d, x = exp(-t) and d = 0.5 + time/4, which reaches delayMax = 1 at the end.", """
  Real x(start = 1, fixed = true), y = delay(x, 0.5 + time/4, 1);
equation
  der(x) = -x;""",
             {"y": lambda t, side: exp(-max(t - 0.5 - t / 4, 0.0))}, within=1e-5)


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


numeric()
rounding()
elementary()
special()
delays()
events()
iteration()
more_events()
reaching()
other_starts()
