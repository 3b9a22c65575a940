"""The built-in operators of section 3.7 of the Modelica specification that are functions of their arguments."""

from math import acos, asin, atan, atan2, ceil, cos, cosh, exp, floor, log, log10, pi, sin, sinh, sqrt, tan, tanh

from .case import constant, continuous, held, jumping, operator

def trunc(x):
    return float(floor(x) if x >= 0 else ceil(x))


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


numeric()
rounding()
elementary()
