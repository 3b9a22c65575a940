"""Blocks of `Modelica.Blocks.Math`, its unit conversions, and `Modelica.Blocks.MathInteger`."""

from math import (acos, asin, atan, atan2, ceil, cos, cosh, exp, floor, log, log10, pi, sin, sinh, sqrt, tan, tanh)

from .case import case, constant, continuous, held, reached

P = "Math"
M = "Modelica.Blocks.Math"
I = "Modelica.Blocks.MathInteger"
U = f"{M}.UnitConversions"


def of_time(function):
    return continuous(function)


def functions():
    """Functions of one signal."""
    simple = {
        "Sin": (sin, "3*time - 2", lambda t: 3 * t - 2), "Cos": (cos, "3*time - 2", lambda t: 3 * t - 2),
        "Tan": (tan, "time - 1", lambda t: t - 1), "Asin": (asin, "time - 1", lambda t: t - 1), "Acos": (acos, "time - 1", lambda t: t - 1),
        "Atan": (atan, "3*time - 2", lambda t: 3 * t - 2), "Sinh": (sinh, "3*time - 2", lambda t: 3 * t - 2),
        "Cosh": (cosh, "3*time - 2", lambda t: 3 * t - 2), "Tanh": (tanh, "3*time - 2", lambda t: 3 * t - 2),
        "Exp": (exp, "3*time - 2", lambda t: 3 * t - 2), "Log": (log, "0.5 + time", lambda t: 0.5 + t),
        "Log10": (log10, "0.5 + time", lambda t: 0.5 + t), "Sqrt": (sqrt, "time", lambda t: t),
        "Abs": (abs, "2*time - 2", lambda t: 2 * t - 2),
    }
    body = "\n".join(f"    {M}.{name} b{name};" for name in simple)
    equations = "\n".join(f"    b{name}.u = {text};" for name, (_, text, _) in simple.items())
    case(P, "Functions", f"{body}\n  equation\n{equations}",
         {f"b{name}.y": (lambda t, side, f=f, u=u: f(u(t))) for name, (f, _, u) in simple.items()}, within=1e-12,
         why="the function of the same name, also of negative arguments; asin and acos at both ends of their range, sqrt at 0")
    case(P, "AbsSign", f"    {M}.Abs a(generateEvent = true); {M}.Sign s, e(generateEvent = true);\n    Real x(start = 0, fixed = true);\n  equation\n"
         "    a.u = 2*time - 2;\n    s.u = 2*time - 2;\n    e.u = 2*time - 2;\n    der(x) = a.y;",
         {"a.y": of_time(lambda t: abs(2 * t - 2)), "s.y": of_time(lambda t: (t > 1) - (t < 1)), "e.y": of_time(lambda t: (t > 1) - (t < 1)),
          "x": of_time(lambda t: 2 * t - t * t if t < 1 else 2 - 2 * t + t * t)}, skip=[1.0], within=1e-6, why="|u| and the sign of u; the integral of |2*t - 2|")
    case(P, "Powers", f"    {M}.Power a, b(base = 10), c(base = 2, useExp = false); {M}.Exponentiation d, e(exponent = 3), f(exponent = -0.5); {M}.Log g(base = 2);\n"
         "  equation\n    a.u = time;\n    b.u = time - 1;\n    c.u = 3*time - 2;\n    d.u = time - 1;\n    e.u = time - 1;\n    f.u = time + 1;\n    g.u = time + 0.5;",
         {"a.y": of_time(exp), "b.y": of_time(lambda t: 10 ** (t - 1)), "c.y": of_time(lambda t: 2 ** (3 * t - 2)),
          "d.y": of_time(lambda t: (t - 1) ** 2), "e.y": of_time(lambda t: (t - 1) ** 3), "f.y": of_time(lambda t: (t + 1) ** -0.5),
          "g.y": of_time(lambda t: log(t + 0.5) / log(2))}, within=1e-12, why="base^u, u^exponent (also of negative u) and the logarithm to a base")

    def wrapped(x):
        x = x - 2 * pi * floor(x / (2 * pi))
        return x - 2 * pi if x > pi else x

    case(P, "WrapAngle", f"    {M}.WrapAngle a, b(positiveRange = true);\n  equation\n    a.u = 9*time - 7;\n    b.u = 9*time - 7;",
         {"a.y": of_time(lambda t: wrapped(9 * t - 7)), "b.y": of_time(lambda t: (9 * t - 7) % (2 * pi))}, within=1e-12,
         why="the angle in ]-pi, pi], or in [0, 2*pi[")


def sums():
    """Functions of several signals."""
    case(P, "Gains", f"    {M}.Gain a(k = -2); {M}.MatrixGain b(K = [1, 2; -3, 0.5; 0, 4]); {M}.Add c(k1 = 2, k2 = -1), d; {M}.Add3 e(k1 = 2, k2 = -1, k3 = 0.5);\n"
         f"    {M}.Feedback f; {M}.Product g; {M}.Division h; {M}.Sum i(nin = 3, k = {{1, -2, 3}}), j(nin = 3); {M}.LinearDependency l(y0 = 1, k1 = 2, k2 = -3);\n"
         "  equation\n    a.u = time;\n    b.u = {time, time^2};\n    c.u1 = time;\n    c.u2 = time^2;\n    d.u1 = time;\n    d.u2 = time^2;\n    e.u1 = time;\n    e.u2 = time^2;\n    e.u3 = 4;\n"
         "    f.u1 = time;\n    f.u2 = time^2;\n    g.u1 = time - 1;\n    g.u2 = time^2;\n    h.u1 = time - 1;\n    h.u2 = time + 0.5;\n    i.u = {1, time, time^2};\n    j.u = {1, time, time^2};\n    l.u1 = time;\n    l.u2 = time^2;",
         {"a.y": of_time(lambda t: -2 * t), "b.y[1]": of_time(lambda t: t + 2 * t * t), "b.y[2]": of_time(lambda t: -3 * t + 0.5 * t * t),
          "b.y[3]": of_time(lambda t: 4 * t * t), "c.y": of_time(lambda t: 2 * t - t * t), "d.y": of_time(lambda t: t + t * t),
          "e.y": of_time(lambda t: 2 * t - t * t + 2), "f.y": of_time(lambda t: t - t * t), "g.y": of_time(lambda t: (t - 1) * t * t),
          "h.y": of_time(lambda t: (t - 1) / (t + 0.5)), "i.y": of_time(lambda t: 1 - 2 * t + 3 * t * t), "j.y": of_time(lambda t: 1 + t + t * t),
          "l.y": of_time(lambda t: 1 + 2 * t - 3 * t * t)}, within=1e-12, why="sums, differences, products and quotients with their gains")
    case(P, "Several", f"    {M}.MultiSum a(nu = 3, k = {{1, -2, 3}}), a0(nu = 0); {M}.MultiProduct b(nu = 3), b0(nu = 0); {M}.Max c; {M}.Min d; {M}.MinMax e(nu = 3); {M}.Atan2 f;\n"
         f"    {M}.Pythagoras g, h(u1IsHypotenuse = true); {M}.RectangularToPolar i; {M}.PolarToRectangular j;\n"
         "  equation\n    a.u = {time, 2, time^2};\n    b.u = {time, -2, time - 1};\n    c.u1 = time;\n    c.u2 = 1;\n    d.u1 = time;\n    d.u2 = 1;\n    e.u = {time, 1, 2 - time};\n"
         "    f.u1 = sin(4*time + 0.1);\n    f.u2 = cos(4*time + 0.1);\n    g.u1 = time;\n    g.u2 = -2;\n    h.u1 = time;\n    h.u2 = 1.1;\n    i.u_re = time - 1.1;\n    i.u_im = -2;\n    j.u_abs = time;\n    j.u_arg = 3*time;",
         {"a.y": of_time(lambda t: t - 4 + 3 * t * t), "a0.y": constant(0), "b.y": of_time(lambda t: -2 * t * (t - 1)), "b0.y": constant(0),
          "c.y": of_time(lambda t: max(t, 1)), "d.y": of_time(lambda t: min(t, 1)), "e.yMax": of_time(lambda t: max(t, 1, 2 - t)),
          "e.yMin": of_time(lambda t: min(t, 1, 2 - t)), "f.y": of_time(lambda t: atan2(sin(4 * t + 0.1), cos(4 * t + 0.1))),
          "g.y": of_time(lambda t: sqrt(t * t + 4)), "g.valid": constant(1), "h.y": of_time(lambda t: sqrt(max(t * t - 1.21, 0))),
          "h.valid": of_time(lambda t: t > 1.1), "i.y_abs": of_time(lambda t: sqrt((t - 1.1) ** 2 + 4)), "i.y_arg": of_time(lambda t: atan2(-2, t - 1.1)),
          "j.y_re": of_time(lambda t: t * cos(3 * t)), "j.y_im": of_time(lambda t: t * sin(3 * t))}, within=1e-12,
         why="of no signals the sum and the product are 0; the leg of a triangle is 0 and not valid where the hypotenuse is too short")
    case(P, "MultiSwitch", f"    {M}.MultiSwitch a(nu = 2, expr = {{time, -time}}, y_default = 7);\n  equation\n    a.u = {{time >= 0.5 and time < 1, time >= 0.75 and time < 1.5}};",
         {"a.y": lambda t, side: 7 if not reached(t, side, 0.5) or reached(t, side, 1.5) else -t if reached(t, side, 1.0) else t},
         events=[0.5, 0.75, 1.0, 1.5], why="the expression of the first true input, or the default")
    case(P, "InverseBlockConstraints", f"    {M}.InverseBlockConstraints a;\n    Modelica.Blocks.Continuous.FirstOrder f(k = 2, T = 0.5);\n"
         "  equation\n    // What must go into f so that sin(time) comes out.\n    a.u1 = sin(time);\n    connect(f.y, a.u2);\n    connect(a.y2, f.u);",
         {"a.y1": of_time(lambda t: (sin(t) + 0.5 * cos(t)) / 2)}, within=1e-6, why="T*y' + y = k*u solved for u")


def conversions():
    """Conversions between kinds of signals and between units."""
    rounded = lambda u: floor(u + 0.5) if u > 0 else ceil(u - 0.5)
    case(P, "Conversions", f"    {M}.RealToInteger a; {M}.IntegerToReal b; {M}.BooleanToReal c(realTrue = 3, realFalse = -1); {M}.BooleanToInteger d(integerTrue = 3, integerFalse = -1);\n"
         f"    {M}.RealToBoolean e, f(threshold = -0.3); {M}.IntegerToBoolean g(threshold = 2);\n"
         "  equation\n    a.u = 4*time - 3.9;\n    b.u = a.y;\n    c.u = time >= 0.75;\n    d.u = time >= 0.75;\n    e.u = time - 0.2;\n    f.u = 0.6 - time;\n    g.u = a.y;",
         {"a.y": of_time(lambda t: rounded(4 * t - 3.9)), "b.y": of_time(lambda t: rounded(4 * t - 3.9)), "c.y": held([(0.75, 3)], -1),
          "d.y": held([(0.75, 3)], -1), "e.y": of_time(lambda t: t > 0.7), "f.y": of_time(lambda t: t < 0.9),
          "g.y": of_time(lambda t: rounded(4 * t - 3.9) >= 2)}, events=[0.75],
         why="a Real is rounded to the nearest Integer, also a negative one; an Integer is below its threshold until it is reached")
    ends = held([(0.125 + 0.25 * k, -3 + k) for k in range(8)], -4)
    case(P, "RoundingAtHalves", f"    {M}.RealToInteger a;\n  equation\n    a.u = 4*time - 4;", {"a.y": ends}, events=[0.125 + 0.25 * k for k in range(8)],
         why="rounded up in the row after each half: at once above 0, right after it below 0")
    units = {
        "degC": (300, 300 - 273.15, lambda t: t + 273.15), "degF": (300, 300 * 9 / 5 - 459.67, lambda t: (t + 459.67) * 5 / 9),
        "degRk": (300, 540, lambda t: t * 5 / 9), "deg": (2, 360 / pi, lambda t: t * pi / 180), "rpm": (2, 60 / pi, lambda t: t * pi / 30),
        "kmh": (10, 36, lambda t: t / 3.6), "day": (43200, 0.5, lambda t: t * 86400), "hour": (1800, 0.5, lambda t: t * 3600),
        "minute": (90, 1.5, lambda t: t * 60), "litre": (0.25, 250, lambda t: t / 1000), "kWh": (1.8e6, 0.5, lambda t: t * 3.6e6),
        "bar": (2.5e5, 2.5, lambda t: t * 1e5), "gps": (0.25, 250, lambda t: t / 1000),
    }
    body = "\n".join(f"    {U}.To_{name} to_{name}; {U}.From_{name} from_{name};" for name in units)
    equations = "\n".join(f"    to_{name}.u = {u:g};\n    from_{name}.u = 2*time - 1;" for name, (u, _, _) in units.items())
    values = {f"to_{name}.y": constant(y) for name, (_, y, _) in units.items()}
    values |= {f"from_{name}.y": (lambda t, side, f=f: f(2 * t - 1)) for name, (_, _, f) in units.items()}
    case(P, "UnitConversions", f"{body}\n  equation\n{equations}", values, interval=0.5, within=1e-12,
         why="definitions of the units: 0 degC = 273.15 K, 0 K = -459.67 degF, 1 rev = 2*pi rad, 1 kWh = 3.6e6 J")


def means():
    """Mean values and extrema."""
    # u = 2*t: the mean of [k/2, (k+1)/2] is k + 1/2.
    periods = [0.5, 1.0, 1.5, 2.0]
    case(P, "Mean", f"    {M}.Mean a(f = 2), b(f = 2, y0 = 9), c(f = 2, x0 = 1), d(f = 2, yGreaterOrEqualZero = true);\n  equation\n    a.u = 2*time;\n    b.u = -2*time;\n    c.u = 2*time;\n    d.u = -2*time;",
         {"a.y": held([(t, 2 * t - 0.5) for t in periods]), "b.y": held([(t, 0.5 - 2 * t) for t in periods], 9),
          "c.y": held([(t, 2 * t - 0.5 + (2 if t == 0.5 else 0)) for t in periods]), "d.y": constant(0)}, events=periods, within=1e-7,
         why="the mean of the last period, kept until the next one ends, the last at the stop time; x0 adds to the first integral")
    case(P, "RectifiedMean", f"    {M}.RectifiedMean a(f = 1), b(f = 2); {M}.RootMeanSquare c(f = 1), d(f = 2, y0 = 3);\n"
         "  equation\n    a.u = 3*sin(2*pi*time);\n    b.u = 2*time - 2;\n    c.u = 3*sin(2*pi*time);\n    d.u = 2*time - 2;\n  protected\n    constant Real pi = Modelica.Constants.pi;",
         {"a.y": held([(1.0, 6 / pi), (2.0, 6 / pi)]), "b.y": held([(0.5, 1.5), (1.0, 0.5), (1.5, 0.5), (2.0, 1.5)]),
          "c.y": held([(1.0, 3 / sqrt(2)), (2.0, 3 / sqrt(2))]),
          "d.y": held([(0.5, sqrt(7 / 3)), (1.0, sqrt(1 / 3)), (1.5, sqrt(1 / 3)), (2.0, sqrt(7 / 3))], 3)}, events=periods, within=1e-5,
         why="mean of |3*sin| is 6/pi, its effective value 3/sqrt(2); of (2*t - 2)^2 over a half second 7/3 and 1/3")
    case(P, "ContinuousMean", f"    {M}.ContinuousMean a, b(startTime = 0.5); {M}.Variance c; {M}.StandardDeviation d;\n  equation\n    a.u = 3*time^2 + 1;\n    b.u = 3*time^2;\n    c.u = 2*time + 1;\n    d.u = 2*time + 1;",
         {"a.y": of_time(lambda t: t * t + 1), "b.y": of_time(lambda t: 3 * t * t if t <= 0.5 else (t**3 - 0.125) / (t - 0.5)),
          # mu = 1 + t solves (mu*t)' = u; then (var*t)' = (u - mu)^2 = t^2, so that var = t^2/3.
          "c.y": of_time(lambda t: t * t / 3), "d.y": of_time(lambda t: t / sqrt(3))}, events=[0.5], within=1e-4,
         why="the mean since the start: (mu*t)' = u; the variance: (var*t)' = (u - mu)^2, t^2/3 for a ramp of 2")
    sampled = [0.125 * k for k in range(17)]
    wave = lambda t: sin(4 * t + 1)
    low = lambda t, side: min(wave(s) for s in sampled if s == 0 or reached(t, side, s))
    high = lambda t, side: max(wave(s) for s in sampled if s == 0 or reached(t, side, s))
    case(P, "SignalExtrema", f"    {M}.SignalExtrema a(Ts = 0.125);\n  equation\n    a.u = sin(4*time + 1);",
         {"a.y_min": low, "a.y_max": high, "a.t_min": lambda t, side: next(s for s in sampled if wave(s) == low(t, side)),
          "a.t_max": lambda t, side: next(s for s in sampled if wave(s) == high(t, side))}, events=sampled[1:],
         why="extrema of the samples, with the times where they were found")
    case(P, "ContinuousSignalExtrema", f"    {M}.ContinuousSignalExtrema a(T = 1e-5);\n  equation\n    a.u = sin(4*time + 1);",
         {"a.y_min": held([((pi * 3 / 2 - 1) / 4, -1)], sin(1)), "a.y_max": held([((pi / 2 - 1) / 4, 1)], sin(1)),
          "a.t_max": held([((pi / 2 - 1) / 4, (pi / 2 - 1) / 4)]), "a.t_min": held([((pi * 3 / 2 - 1) / 4, (pi * 3 / 2 - 1) / 4)])},
         stop=1.5, within=1e-4, why="extrema of sin(4*t + 1) where its slope is 0, at 4*t + 1 = pi/2 and 3*pi/2")
    # u = 1 + 2*sin(w*t) + 4*cos(w*t) + sin(3*w*t), w = 2*pi.
    mixed = "1 + 2*sin(2*pi*time) + 4*cos(2*pi*time) + sin(6*pi*time)"
    first = sqrt(20 / 2)
    case(P, "Harmonic", f"    constant Real pi = Modelica.Constants.pi;\n    {M}.Harmonic a(f = 1, k = 1), b(f = 1, k = 3), c(f = 1, k = 1, useConjugateComplex = true);\n"
         f"    {M}.TotalHarmonicDistortion d(f = 1), e(f = 1, useFirstHarmonic = false);\n  equation\n"
         + "\n".join(f"    {name}.u = {mixed if name in 'abc' else mixed[4:]};" for name in "abcde"),
         {"a.y_rms": held([(1.0, first)]), "a.y_arg": held([(1.0, atan2(2, 4))]), "b.y_rms": held([(1.0, sqrt(0.5))]), "b.y_arg": held([(1.0, pi / 2)]),
          "c.y_arg": held([(1.0, -atan2(2, 4))]), "d.y": held([(1.0, sqrt(0.5) / first)]), "d.valid": held([(1.0, 1)]),
          "e.y": held([(1.0, sqrt(0.5) / sqrt(10.5))])}, stop=2.5, events=[1.0, 2.0], within=1e-5,
         why="root mean squares sqrt((2^2 + 4^2)/2) and sqrt(1/2), arguments atan2(sine part, cosine part); the distortion is their ratio, valid after one period")


def edges():
    """Edges of Boolean and Integer signals."""
    signal = "(time >= 0.5 and time < 1.5) or time >= 1.75"
    case(P, "Edges", f"    {M}.Edge a; {M}.BooleanChange b; {M}.IntegerChange c;\n    Integer n_a(start = 0, fixed = true), n_b(start = 0, fixed = true), n_c(start = 0, fixed = true);\n"
         f"  equation\n    a.u = {signal};\n    b.u = {signal};\n    c.u = integer(4*time);\n"
         + "\n".join(f"    when {x}.y then\n      n_{x} = pre(n_{x}) + 1;\n    end when;" for x in "abc"),
         {"n_a": held([(0.5, 1), (1.75, 2)]), "n_b": held([(0.5, 1), (1.5, 2), (1.75, 3)]), "n_c": held([(0.25 * k, k) for k in range(1, 9)]),
          "a.y": constant(0), "b.y": constant(0), "c.y": constant(0)}, events=[0.25 * k for k in range(1, 9)],
         why="true while the event lasts, which is counted; the last change of the Integer is at the stop time")


def integers():
    """`MathInteger`."""
    n = lambda t, side: sum(reached(t, side, 0.25 * k) for k in range(1, 9))
    case("MathInteger", "Sums", f"    {I}.Sum a(nu = 3, k = {{1, -2, 3}}), a0(nu = 0); {I}.Product b(nu = 2), b0(nu = 0);\n  equation\n"
         "    a.u = {integer(4*time), 2, 1};\n    b.u = {integer(4*time), -3};",
         {"a.y": lambda t, side: n(t, side) - 1, "a0.y": constant(0), "b.y": lambda t, side: -3 * n(t, side), "b0.y": constant(0)},
         events=[0.25 * k for k in range(1, 9)], why="sums with gains and products; 0 of no signals")
    case("MathInteger", "MultiSwitch", f"    {I}.MultiSwitch a(nu = 2, expr = {{4, integer(4*time)}}, y_default = 2), b(nu = 2, expr = {{4, 5}}, y_default = 2, use_pre_as_default = false);\n"
         "  equation\n    a.u = {time >= 0.5 and time < 0.75, time >= 1 and time < 1.5};\n    b.u = a.u;",
         {"a.y": held([(0.5, 4), (1.25, 5)], 2), "b.y": held([(0.5, 4), (0.75, 2), (1.0, 5), (1.5, 2)], 2)}, events=[0.25 * k for k in range(1, 9)],
         why="the expression of the first true input; if there is none, what was before, or the default")
    case("MathInteger", "TriggeredAdd", f"    {I}.TriggeredAdd a(y_start = 10), b(use_reset = true, y_start = 3), c(use_reset = true, use_set = true);\n  equation\n"
         "    a.u = 2;\n    b.u = 2;\n    c.u = 2;\n    a.trigger = sample(0.25, 0.25);\n    b.trigger = sample(0.25, 0.25);\n    c.trigger = sample(0.25, 0.25);\n"
         "    b.reset = time >= 1;\n    c.reset = time >= 1.125;\n    c.set = 7;",
         {"a.y": lambda t, side: 10 + 2 * n(t, side), "b.y": lambda t, side: 3 + 2 * n(t, side) if not reached(t, side, 1.0) else 3,
          "c.y": lambda t, side: 2 * n(t, side) if not reached(t, side, 1.125) else 7},
         events=[0.25 * k for k in range(1, 9)] + [1.125], why="adds at each trigger; while reset is true a trigger sets it again")


functions()
sums()
conversions()
means()
edges()
integers()
