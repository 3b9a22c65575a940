"""Blocks of `Modelica.Blocks.Continuous`: closed forms, or matrix exponentials (`linear.py`)."""

from math import cos, exp, factorial, pi, sin, sqrt

from .case import case, constant, continuous, reached
from .filters import FILTERS, fraction
from .linear import System, signal_constant, signal_one_minus_cos, signal_ramp, signal_sin

P = "Continuous"
C = "Modelica.Blocks.Continuous"
INIT = "Modelica.Blocks.Types.Init"


def of_system(system, start, signal, first=0.0, gain=1.0):
    """The output of a system that begins at a time."""
    return lambda t, side: gain * system.run(start, signal, max(t - first, 0.0))[1]


def integrators():
    """Integrators with and without limits."""
    case(P, "Integrator", f"    {C}.Integrator a(y_start = 1), b(k = 2, initType = {INIT}.InitialOutput, y_start = -1);\n"
         "  equation\n    a.u = cos(time);\n    b.u = if time < 0.5 then 1 else -1;",
         {"a.y": continuous(lambda t: 1 + sin(t)), "b.y": continuous(lambda t: -1 + (2 * t if t < 0.5 else 2 - 2 * t))},
         events=[0.5], within=1e-6, why="y_start and the integral of k*u")

    def wound(start, falls):
        def value(t, side):
            y, since = start, 0.0
            for at, to in falls:
                if reached(t, side, at):
                    y, since = to, at
            return y + t - since

        return value

    trigger = "(time >= 0.5 and time < 0.75) or time >= 1.25"
    case(P, "IntegratorReset", f"    {C}.Integrator a(use_reset = true, y_start = 0.25), b(use_reset = true, use_set = true, y_start = 0.25);\n"
         f"    {C}.LimIntegrator c(use_reset = true, use_set = true, outMax = 1, outMin = -0.5);\n    Integer n(start = 0, fixed = true);\n"
         "  equation\n    a.u = 1;\n    b.u = 1;\n    c.u = 0.5;\n    b.set = -time;\n    c.set = -3*time;\n"
         f"    a.reset = {trigger};\n    b.reset = a.reset;\n    c.reset = a.reset;\n    when a.reset then\n      n = pre(n) + 1;\n    end when;",
         {"a.y": wound(0.25, [(0.5, 0.25), (1.25, 0.25)]), "b.y": wound(0.25, [(0.5, -0.5), (1.25, -1.25)]),
          "c.y": lambda t, side: 0.5 * t if not reached(t, side, 0.5) else
          -0.5 + 0.5 * (t - (1.25 if reached(t, side, 1.25) else 0.5)),
          "n": lambda t, side: reached(t, side, 0.5) + reached(t, side, 1.25)},
         events=[0.5, 0.75, 1.25], within=1e-7,
         why="set anew where reset becomes true, to y_start or to the input set, which c takes within its limits")
    case(P, "LimIntegrator", f"    {C}.LimIntegrator a(outMax = 0.5), b(k = -2, outMax = 1, outMin = -0.5, y_start = 0.5), c(outMax = 0.5, strict = true);\n"
         f"    {C}.LimIntegrator d(outMax = 0.5, limitsAtInit = false);\n"
         "  equation\n    a.u = if time < 1 then 1 else -1;\n    b.u = 1;\n    c.u = a.u;\n    d.u = a.u;",
         {name: continuous(lambda t: min(t, 0.5) if t < 1 else 1.5 - t) for name in ("a.y", "c.y", "d.y")}
         | {"b.y": continuous(lambda t: max(0.5 - 2 * t, -0.5))}, events=[1.0], within=1e-5,
         why="stops at the limits and leaves them as soon as the input turns")


def first_orders():
    """Blocks of order one."""
    case(P, "FirstOrder", f"    {C}.FirstOrder a(k = 2, T = 0.5, initType = {INIT}.InitialState, y_start = 1),\n"
         f"      b(k = 3, T = 0.5, initType = {INIT}.SteadyState), c(T = 0.25, initType = {INIT}.InitialOutput, y_start = -1);\n"
         "  equation\n    a.u = 1;\n    b.u = if time < 0.5 then 1 else 2;\n    c.u = sin(2*time);",
         {"a.y": continuous(lambda t: 2 - exp(-2 * t)), "b.y": continuous(lambda t: 3 if t < 0.5 else 6 - 3 * exp(-2 * (t - 0.5))),
          "c.y": continuous(lambda t: (sin(2 * t) - 0.5 * cos(2 * t)) / 1.25 + (-1 + 0.4) * exp(-4 * t))},
         events=[0.5], within=1e-6, why="T*y' + y = k*u: approaches k*u as exp(-t/T); c has the particular solution (sin 2t - cos(2t)/2)/1.25")
    case(P, "Derivative", f"    {C}.Derivative a(k = 2, T = 0.25, initType = {INIT}.InitialState, x_start = 0),\n"
         f"      b(T = 0.25, initType = {INIT}.SteadyState), c(T = 0.25, initType = {INIT}.InitialOutput, y_start = 2), z(k = 0, initType = {INIT}.InitialOutput);\n"
         "  equation\n    a.u = 3*time;\n    b.u = if time < 0.5 then 1 else 2;\n    c.u = 1;\n    z.u = time;",
         {"a.y": continuous(lambda t: 6 * (1 - exp(-4 * t))),
          "b.y": lambda t, side: 4 * exp(-4 * (t - 0.5)) if reached(t, side, 0.5) else 0.0,
          "c.y": continuous(lambda t: 2 * exp(-4 * t)), "z.y": constant(0), "a.x": continuous(lambda t: 3 * t - 0.75 * (1 - exp(-4 * t)))},
         events=[0.5], within=1e-6, why="y = k*(u - x)/T, T*x' = u - x: k*slope*(1 - exp(-t/T)) for a ramp, k*step/T*exp(-t/T) for a step; a gain of 0 gives 0")
    case(P, "PI", f"    {C}.PI a(k = 2, T = 0.5, initType = {INIT}.InitialState, x_start = 0.25), b(T = 0.25, initType = {INIT}.InitialOutput, y_start = 3),\n"
         f"      c(k = -1, T = 1, initType = {INIT}.SteadyState, x(start = 2));\n  equation\n"
         "    a.u = if time < 1 then 1 else -1;\n    b.u = sin(time);\n    c.y = -2 - sin(time);",
         {"a.y": lambda t, side: 2 * (0.25 + (4 - 2 * t if t > 1 else 2 * t) + (-1 if reached(t, side, 1.0) else 1)),
          "b.y": continuous(lambda t: 3 + 4 * (1 - cos(t)) + sin(t)),
          # u + u' = cos(t) from u = 0: (cos + sin - exp(-t))/2.
          "c.u": continuous(lambda t: (cos(t) + sin(t) - exp(-t)) / 2)}, events=[1.0], within=1e-6,
         why="y = k*(u + integral of u/T); c is run backwards, from the output to the input, steady at first")
    case(P, "Der", f"    {C}.Der a, b;\n    Real x(start = 1, fixed = true);\n  equation\n    a.u = sin(3*time);\n    der(x) = -2*x;\n    b.u = x^2;",
         {"a.y": continuous(lambda t: 3 * cos(3 * t)), "b.y": continuous(lambda t: -4 * exp(-4 * t))}, within=1e-6,
         why="the derivative by rules: (sin 3t)' = 3 cos 3t, (x^2)' = 2*x*x'")


def second_orders():
    """Blocks of order two."""
    def step(w, d):
        if d < 1:
            v = w * sqrt(1 - d * d)
            return lambda t: 1 - exp(-d * w * t) * (cos(v * t) + d * w / v * sin(v * t))
        if d == 1:
            return lambda t: 1 - exp(-w * t) * (1 + w * t)
        p, q = w * (d - sqrt(d * d - 1)), w * (d + sqrt(d * d - 1))
        return lambda t: 1 - (q * exp(-p * t) - p * exp(-q * t)) / (q - p)

    values = {}
    for name, damping in (("a", 0.25), ("b", 1.0), ("c", 2.0)):
        values[f"{name}.y"] = lambda t, side, f=step(4.0, damping): 3 * f(max(t - 0.5, 0.0))
    v = 4 * sqrt(1 - 0.0625)
    values["a.yd"] = lambda t, side: 3 * 16 / v * exp(-max(t - 0.5, 0.0)) * sin(v * max(t - 0.5, 0.0))
    values["d.y"] = continuous(lambda t: 1 + 2 * sin(2 * t) / 2)
    blocks = ", ".join(f"{name}(k = 3, w = 4, D = {damping:g}, initType = {INIT}.SteadyState)" for name, damping in (("a", 0.25), ("b", 1), ("c", 2)))
    case(P, "SecondOrder", f"    {C}.SecondOrder {blocks};\n    {C}.SecondOrder d(w = 2, D = 0, initType = {INIT}.InitialState, y_start = 1, yd_start = 2);\n"
         "  equation\n    a.u = if time < 0.5 then 0 else 1;\n    b.u = a.u;\n    c.u = a.u;\n    d.u = 1;", values, events=[0.5], within=1e-5,
         why="step responses of y'' + 2*D*w*y' + w^2*y = k*w^2*u, damped little, critically and much; d swings about 1 without damping")
    # PID: k*(1 + 1/(Ti*s) + Td*s/(1 + Td*s/Nd)) on a ramp 3*t from rest.
    td, nd = 0.25, 5.0
    pid = lambda t: 2 * (3 * t + 3 * t * t / 2 / 0.5 + 3 * td * (1 - exp(-t * nd / td)))
    stepped = lambda s: 1 + s / 0.5 + nd * exp(-s * nd / td)
    case(P, "PID", f"    {C}.PID a(k = 2, Ti = 0.5, Td = {td}, Nd = {nd:g}), b(Ti = 0.5, Td = {td}, Nd = {nd:g}),\n"
         f"      c(k = 2, Ti = 0.5, Td = {td}, Nd = {nd:g}, initType = {INIT}.InitialOutput, y_start = 7);\n"
         "  equation\n    a.u = 3*time;\n    b.u = if time < 0.5 then 0 else 1;\n    c.u = 1;",
         {"a.y": continuous(pid), "b.y": lambda t, side: stepped(t - 0.5) if reached(t, side, 0.5) else 0.0,
          "c.y": continuous(lambda t: 7 + 4 * t)}, events=[0.5], within=1e-5,
         why="k*(u + integral(u)/Ti + Td*s/(1 + Td*s/Nd) u); c starts with its derivative at rest and its integral so that y = y_start")


def limited_pid():
    """`LimPID` where nothing saturates, where it does, and its kinds."""
    k, ti, td, nd = 2.0, 0.5, 0.25, 5.0
    case(P, "LimPIDFree", f"    {C}.LimPID a(k = 2, Ti = 0.5, Td = 0.25, Nd = 5, yMax = 100, wp = 0.5, wd = 0.25);\n"
         "  equation\n    a.u_s = 1;\n    a.u_m = time;",
         # P: 0.5 - t; I: (t - t^2/2)/Ti; D of 0.25 - t from a state of 0: nd*(0.25 - t - x), x = 0.25 - t + T - (0.25 + T)*exp(-t/T).
         {"a.y": continuous(lambda t: k * (0.5 - t + (t - t * t / 2) / ti + nd * (-td / nd + (0.25 + td / nd) * exp(-t * nd / td)))),
          "a.controlError": continuous(lambda t: 1 - t)}, within=1e-5,
         why="P acts on wp*u_s - u_m, D on wd*u_s - u_m and I on u_s - u_m while nothing is limited")
    # P controller with limits: y = clip(k*(u_s - u_m)).
    kind = "controllerType = Modelica.Blocks.Types.SimpleController"
    case(P, "LimPIDKinds", f"    {C}.LimPID p({kind}.P, k = 2, yMax = 1), pi({kind}.PI, k = 2, Ti = 0.5, yMax = 100, xi_start = 0.25),\n"
         f"      pd({kind}.PD, k = 2, Td = 0.25, Nd = 5, yMax = 100), ff({kind}.P, k = 2, yMax = 10, yMin = -0.5, withFeedForward = true, kFF = 3);\n"
         "  equation\n    p.u_s = 1;\n    p.u_m = time;\n    pi.u_s = 1;\n    pi.u_m = time;\n    pd.u_s = 1;\n    pd.u_m = time;\n    ff.u_s = 1;\n    ff.u_m = time;\n    ff.u_ff = 0.25 - time/2;",
         {"p.y": continuous(lambda t: min(max(2 * (1 - t), -1), 1)), "pi.y": continuous(lambda t: 2 * (1 - t + 0.25 + (t - t * t / 2) / ti)),
          "pd.y": continuous(lambda t: 2 * (1 - t - td * (1 - exp(-t * nd / td)))),
          "ff.y": continuous(lambda t: max(2 * (1 - t) + 3 * (0.25 - t / 2), -0.5))}, within=1e-5,
         why="proportional, with an integral, with a derivative (wd = 0: of -u_m alone), and with a feed-forward that is added before the limits")

    # PI with anti-windup: u = 1, k = 2, Ti = 0.5, Ni = 0.9, limits +-1. Before limits v = 2*(1 + x); x' = (1 + (1 - v)/(k*Ni))/Ti while v > 1.
    # x' = 2 + (1 - 2 - 2*x)*2/1.8 = (2 - 2/1.8) - (4/1.8)*x: x -> 0.4 with rate 20/9.
    x = lambda t: 0.4 * (1 - exp(-20 / 9 * t))

    def windup(t, side):
        if not reached(t, side, 1.0):
            return 1.0
        # u = -1 from 1 on: v = 2*(x - 1) = 2*x(1) - 2 < -1, so it is at the lower limit and tracks it:
        # x' = (-1 + (-1 - v)/(1.8))/Ti = 2*(-1 + (1 - 2*x)/1.8): x -> -0.4.
        return -1.0

    tracked = lambda t: x(t) if t < 1 else -0.4 + (x(1.0) + 0.4) * exp(-20 / 9 * (t - 1))
    case(P, "LimPIDWindup", f"    {C}.LimPID a({kind}.PI, k = 2, Ti = 0.5, yMax = 1);\n  equation\n    a.u_s = if time < 1 then 1 else -1;\n    a.u_m = 0;",
         {"a.y": windup, "a.I.y": continuous(tracked)}, events=[1.0], within=1e-5,
         why="at a limit the integral goes to where e = (v - y)/(k*Ni): to +-0.4 with the rate 1/(Ni*Ti) = 20/9")
    case(P, "LimPIDStarts", f"    {C}.LimPID a({kind}.PI, k = 2, Ti = 0.5, yMax = 10, initType = {INIT}.InitialOutput, y_start = 3),\n"
         f"      b({kind}.PID, k = 2, Ti = 0.5, Td = 0.25, yMax = 10, initType = {INIT}.InitialOutput, y_start = 3);\n"
         "  equation\n    a.u_s = 1;\n    a.u_m = 0;\n    b.u_s = 1;\n    b.u_m = 0;",
         {"a.y": continuous(lambda t: min(3 + 4 * t, 10)), "b.y": continuous(lambda t: min(3 + 4 * t, 10))}, within=1e-5,
         why="y_start at first, then k*t/Ti more; the derivative is at rest")


def systems():
    """Transfer functions and state spaces."""
    b, a = [2.0, 1.0, 3.0], [1.0, 2.0, 5.0, 4.0]
    system = System.fraction(b, a)
    rest = [0.0, 0.0, 0.0]
    steady = system.steady(1.0)
    proper = System.fraction([2.0, 1.0], [0.5, 1.0])
    case(P, "TransferFunction", f"    {C}.TransferFunction a(b = {{2, 1, 3}}, a = {{1, 2, 5, 4}}, initType = {INIT}.InitialState),\n"
         f"      s(b = {{2, 1, 3}}, a = {{1, 2, 5, 4}}, initType = {INIT}.SteadyState), p(b = {{2, 1}}, a = {{0.5, 1}}, initType = {INIT}.InitialState, x_start = {{0.25}}),\n"
         f"      o(b = {{2, 1, 3}}, a = {{1, 2, 5, 4}}, initType = {INIT}.InitialOutput, y_start = 0.5), g(b = {{6}}, a = {{2}});\n"
         "  equation\n    a.u = sin(2*time);\n    s.u = 1 + 2*time;\n    p.u = 1;\n    o.u = 0;\n    g.u = time;",
         {"a.y": of_system(system, rest, signal_sin(2.0)), "s.y": of_system(system, steady, signal_ramp(1.0, 2.0)),
          "p.y": of_system(proper, [0.25], signal_constant(1.0)),
          # The derivatives of x[2] and x[3] are 0, so that only x[3] is not: y = 3*x[3].
          "o.y": of_system(system, [0.0, 0.0, 0.5 / 3], signal_constant(0.0)), "g.y": continuous(lambda t: 3 * t),
          "a.x[1]": lambda t, side: system.run(rest, signal_sin(2.0), t)[0][0]}, within=1e-5,
         why="matrix exponentials of the controller form: a from rest, s at rest under u = 1, p with x_start, o with y = y_start and the derivatives of the lower states 0")
    space = System([[-1.0, 2.0], [-3.0, -0.5]], [1.0, -2.0], [1.0, 3.0], 0.5)
    second = System([[-1.0, 2.0], [-3.0, -0.5]], [1.0, -2.0], [0.0, 1.0], -1.0)
    case(P, "StateSpace", f"    {C}.StateSpace a(A = [-1, 2; -3, -0.5], B = [1; -2], C = [1, 3; 0, 1], D = [0.5; -1], initType = {INIT}.InitialState, x_start = {{1, -1}}),\n"
         f"      s(A = [-1, 2; -3, -0.5], B = [1; -2], C = [1, 3; 0, 1], D = [0.5; -1], initType = {INIT}.SteadyState);\n"
         "  equation\n    a.u[1] = sin(2*time);\n    s.u[1] = 1 + 2*time;",
         {"a.y[1]": of_system(space, [1.0, -1.0], signal_sin(2.0)), "a.y[2]": of_system(second, [1.0, -1.0], signal_sin(2.0)),
          "s.y[1]": of_system(space, space.steady(1.0), signal_ramp(1.0, 2.0)),
          "s.x[2]": lambda t, side: space.run(space.steady(1.0), signal_ramp(1.0, 2.0), t)[0][1]}, within=1e-5,
         why="x' = A*x + B*u, y = C*x + D*u by a matrix exponential")


def filters():
    """Low passes, and `Filter` of each kind."""
    w = 2 * pi * 0.5
    for order in (1, 2, 3, 4, 5):
        butterworth = System.fraction(*fraction("Butterworth", "LowPass", order, 0.5))
        alpha = sqrt(2 ** (1 / order) - 1)
        rate = w / alpha
        critical = lambda t, side, n=order, rate=rate: 1 - exp(-rate * t) * sum((rate * t) ** k / factorial(k) for k in range(n))
        plain = lambda t, side, n=order, rate=w: 1 - exp(-rate * t) * sum((rate * t) ** k / factorial(k) for k in range(n))
        values = {"b.y": of_system(butterworth, [0.0] * order, signal_constant(1.0)), "c.y": critical, "d.y": plain}
        if order > 1:
            values["s.y"] = of_system(butterworth, [0.0] * order, signal_one_minus_cos(3.0))
        steady = f", s(n = {order}, f = 0.5, initType = {INIT}.SteadyState)" if order > 1 else ""
        case(P, f"LowPasses{order}", f"    {C}.LowpassButterworth b(n = {order}, f = 0.5, initType = {INIT}.InitialState){steady};\n"
             f"    {C}.CriticalDamping c(n = {order}, f = 0.5, initType = {INIT}.InitialState), d(n = {order}, f = 0.5, normalized = false, initType = {INIT}.InitialState);\n"
             "  equation\n    b.u = 1;\n    c.u = 1;\n    d.u = 1;" + ("\n    s.u = 1 - cos(3*time);" if order > 1 else ""), values, within=1e-5,
             why="step responses from rest: Butterworth's poles lie on a circle; critical damping is a chain of equal lags, 1 - exp(-x)*sum(x^k/k!)")
    for kind in FILTERS:
        for way in ("LowPass", "HighPass", "BandPass", "BandStop"):
            orders = (1, 2, 3, 4) if way in ("LowPass", "HighPass") else ((2, 3) if kind != "CriticalDamping" else ())
            names, values = [], {}
            for order in orders:
                for normalized in (True, False):
                    name = f"{'n' if normalized else 'p'}{order}"
                    facts = f"analogFilter = Modelica.Blocks.Types.AnalogFilter.{kind}, filterType = Modelica.Blocks.Types.FilterType.{way}, order = {order}"
                    band = ", f_cut = 1.5, f_min = 0.75" if way.startswith("Band") else ", f_cut = 0.75"
                    names.append((name, f"    {C}.Filter {name}({facts}{band}, gain = 2, normalized = {'true' if normalized else 'false'});"))
                    top = 1.5 if way.startswith("Band") else 0.75
                    system = System.fraction(*fraction(kind, way, order, top, 0.75, normalized))
                    values[f"{name}.y"] = of_system(system, [0.0] * len(system.a), signal_one_minus_cos(4.0), gain=2.0)
            if not names:
                continue
            case(P, f"Filter{kind}{way}", "\n".join([*(text for _, text in names), "  equation", *(f"    {name}.u = 1 - cos(4*time);" for name, _ in names)]),
                 values, within=1e-5, why="the transfer function of the filter, multiplied out and solved from rest by a matrix exponential")


def starts():
    """The initializations that ask for an output."""
    w = 2 * pi * 0.5
    v = w / sqrt(2)
    rate, block = w / sqrt(2 ** (1 / 3) - 1), w / sqrt(10 ** (0.3 / 2) - 1)
    case(P, "InitialOutputs", f"    {C}.CriticalDamping c(n = 3, f = 0.5, initType = {INIT}.InitialOutput, y_start = 4);\n"
         f"    {C}.LowpassButterworth b(n = 2, f = 0.5, initType = {INIT}.InitialOutput, y_start = 4);\n"
         f"    {C}.Filter f(order = 2, f_cut = 0.5, gain = 2, init = {INIT}.InitialOutput, y_start = 4);\n"
         f"    {C}.StateSpace s(A = [-1, 0; 0, -2], B = [1; 2], C = [1, 1], initType = {INIT}.InitialOutput, y_start = {{3}});\n"
         "  equation\n    c.u = 1;\n    b.u = 1;\n    f.u = 1;\n    s.u[1] = 0;",
         {"c.y": continuous(lambda t: 1 + 3 * exp(-rate * t)), "b.y": continuous(lambda t: 1 + 3 * exp(-v * t) * (cos(v * t) + sin(v * t))),
          "f.y": continuous(lambda t: 2 + 2 * exp(-block * t)), "s.y[1]": continuous(lambda t: 2.4 * exp(-t) + 0.6 * exp(-2 * t))},
         within=1e-5, why="y = y_start with the other states at rest: in the chains of c and f only the last state is away from rest, b is free from 4 "
         "without speed, and s has the x of least |A*x| with x1 + x2 = 3, which is (2.4, 0.6)")
    case(P, "IntegratorSteady", f"    {C}.Integrator a(initType = {INIT}.SteadyState);\n    {C}.FirstOrder f(k = 2, T = 0.5, initType = {INIT}.InitialOutput, y_start = 0);\n"
         "  equation\n    a.u = 3 - 2*a.y + sin(time);\n    f.u = a.y;",
         {"a.y": continuous(lambda t: 1.5 + (2 * sin(t) - cos(t) + exp(-2 * t)) / 5),
          "f.y": continuous(lambda t: 3 - 3 * exp(-2 * t) + 0.8 * ((2 * (2 * sin(t) - cos(t)) - (2 * cos(t) + sin(t))) / 5 + (4 / 5) * exp(-2 * t)) + 0.8 * t * exp(-2 * t))},
         within=1e-5, why="y' = 3 - 2*y + sin(t) from rest at y = 1.5")


integrators()
first_orders()
second_orders()
limited_pid()
systems()
filters()
starts()
