"""Blocks of `Modelica.Blocks.Sources`, without those that interpolate in tables (`tables.py`)."""

from math import cos, exp, floor, pi, sin

from .case import case, constant, continuous, held, reached

P = "Sources"
S = "Modelica.Blocks.Sources"


def from_start(start, offset, value):
    """`offset`, and a value of the time since `start` added from then on."""
    return lambda t, side: offset + (value(t - start) if reached(t, side, start) else 0.0)


def simple():
    """Sources with a formula of the time since their start."""
    case(P, "RealExpression", f"    {S}.RealExpression b(y = time^2 - 1);", {"b.y": continuous(lambda t: t * t - 1)},
         why="y is the expression")
    case(P, "IntegerExpression", f"    {S}.IntegerExpression b(y = if time >= 0.75 then 4 else -3);",
         {"b.y": held([(0.75, 4)], -3)}, events=[0.75], why="y is the expression, on both sides of its event")
    case(P, "BooleanExpression", f"    {S}.BooleanExpression b(y = time >= 0.75 and time < 1.5);",
         {"b.y": held([(0.75, 1), (1.5, 0)])}, events=[0.75, 1.5], why="y is the expression, on both sides of its events")
    case(P, "ContinuousClock", f"    {S}.ContinuousClock a; {S}.ContinuousClock b(offset = 2, startTime = 0.5);",
         {"a.y": continuous(lambda t: t), "b.y": from_start(0.5, 2.0, lambda s: s)}, events=[0.5],
         why="y = offset, then offset + time - startTime")
    case(P, "Constant", f"    {S}.Constant b(k = -2.5);", {"b.y": constant(-2.5)}, why="y = k")
    case(P, "BooleanConstant", f"    {S}.BooleanConstant a; {S}.BooleanConstant b(k = false);",
         {"a.y": constant(1), "b.y": constant(0)}, why="y = k, which is true if nothing is said")
    case(P, "IntegerConstant", f"    {S}.IntegerConstant b(k = -7);", {"b.y": constant(-7)}, why="y = k")
    case(P, "Step", f"    {S}.Step a; {S}.Step b(height = -3, offset = 1, startTime = 0.5);\n"
         f"    {S}.Step c(height = 2, startTime = -1); {S}.Step d(height = 5, startTime = 2);",
         {"a.y": constant(1), "b.y": held([(0.5, -2)], 1), "c.y": constant(2), "d.y": held([(2.0, 5)])}, events=[0.5, 2.0],
         why="y = offset + height from startTime on; d steps at the very end, where time < startTime is no longer true")
    case(P, "IntegerStep", f"    {S}.IntegerStep b(height = -3, offset = 1, startTime = 0.5);",
         {"b.y": held([(0.5, -2)], 1)}, events=[0.5], why="y = offset + height from startTime on")
    case(P, "BooleanStep", f"    {S}.BooleanStep a(startTime = 0.5); {S}.BooleanStep b(startTime = 1, startValue = true);\n"
         f"    {S}.BooleanStep c; {S}.BooleanStep d(startTime = 2);",
         {"a.y": held([(0.5, 1)]), "b.y": held([(1.0, 0)], 1), "c.y": constant(1), "d.y": held([(2.0, 1)])},
         events=[0.5, 1.0, 2.0], why="y = not startValue where time >= startTime")
    ramp = lambda height, duration: lambda s: height * min(s / duration, 1.0)
    case(P, "Ramp", f"    {S}.Ramp a(duration = 1, startTime = 0.5); {S}.Ramp b(height = -4, duration = 0.5, offset = 1);\n"
         f"    {S}.Ramp c(height = 3, duration = 0, startTime = 0.75);",
         {"a.y": from_start(0.5, 0.0, ramp(1.0, 1.0)), "b.y": from_start(0.0, 1.0, ramp(-4.0, 0.5)),
          "c.y": held([(0.75, 3)])}, events=[0.5, 0.75, 1.5],
         why="a line from offset to offset + height; with a duration of 0 a step")


def waves():
    """Sources that oscillate."""
    case(P, "Sine", f"    {S}.Sine a(f = 1); {S}.Sine b(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5);\n"
         f"    {S}.Sine c(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5, continuous = true);",
         {"a.y": continuous(lambda t: sin(2 * pi * t)), "b.y": from_start(0.5, 3.0, lambda s: 2 * sin(pi * s + 1)),
          "c.y": lambda t, side: 3 + 2 * sin(pi * max(t - 0.5, 0) + 1)}, events=[0.5],
         why="offset + amplitude*sin(2*pi*f*(time - startTime) + phase); with continuous the phase before the start is kept")
    case(P, "Cosine", f"    {S}.Cosine a(f = 1); {S}.Cosine b(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5);\n"
         f"    {S}.Cosine c(amplitude = 2, f = 0.5, phase = 1, offset = 3, startTime = 0.5, continuous = true);",
         {"a.y": continuous(lambda t: cos(2 * pi * t)), "b.y": from_start(0.5, 3.0, lambda s: 2 * cos(pi * s + 1)),
          "c.y": lambda t, side: 3 + 2 * cos(pi * max(t - 0.5, 0) + 1)}, events=[0.5],
         why="offset + amplitude*cos(2*pi*f*(time - startTime) + phase); with continuous the phase before the start is kept")
    angle = lambda t: 2 * pi * (t + t * t / 4)
    for name, wave in (("Sine", sin), ("Cosine", cos)):
        block = f"{S}.{name}VariableFrequencyAndAmplitude"
        case(P, f"{name}Variable", f"    {block} a(offset = 1, phi(fixed = true));\n"
             f"    {block} b(useConstantAmplitude = true, constantAmplitude = 2, useConstantFrequency = true,\n"
             "      constantFrequency = 0.5, phi(fixed = true));\n  equation\n    a.amplitude = time;\n    a.f = 1 + time/2;",
             {"a.y": continuous(lambda t, wave=wave: 1 + t * wave(angle(t))),
              "b.y": continuous(lambda t, wave=wave: 2 * wave(pi * t)), "a.phi": continuous(angle)}, within=1e-5,
             why="der(phi) = 2*pi*f: phi = 2*pi*(t + t^2/4) for f = 1 + t/2")
    sinc = lambda x: sin(x) / x if x else 1.0
    case(P, "Sinc", f"    {S}.Sinc a(f = 1); {S}.Sinc b(amplitude = 2, f = 0.5, offset = 3, startTime = 0.5);\n"
         f"    {S}.Sinc c(amplitude = 2, f = 0.5, offset = 3, startTime = 0.5, continuous = true);",
         {"a.y": continuous(lambda t: sinc(2 * pi * t)), "b.y": from_start(0.5, 3.0, lambda s: 2 * sinc(pi * s)),
          "c.y": continuous(lambda t: 3 + 2 * sinc(pi * max(t - 0.5, 0)))}, events=[0.5],
         why="sin(x)/x of x = 2*pi*f*(time - startTime), 1 at x = 0")
    case(P, "ExpSine", f"    {S}.ExpSine b(amplitude = 2, f = 1, phase = 0.5, damping = 1.5, offset = 1, startTime = 0.5);",
         {"b.y": from_start(0.5, 1.0, lambda s: 2 * exp(-1.5 * s) * sin(2 * pi * s + 0.5))}, events=[0.5],
         why="amplitude*exp(-damping*s)*sin(2*pi*f*s + phase) of s = time - startTime")

    def exponentials(s, rise=0.5):
        if s < rise:
            return 2 * (1 - exp(-s / 0.25))
        return 2 * (1 - exp(-rise / 0.25)) * exp(-(s - rise) / 0.5)

    case(P, "Exponentials", f"    {S}.Exponentials b(outMax = 2, riseTime = 0.5, riseTimeConst = 0.25, fallTimeConst = 0.5,\n"
         "      offset = 1, startTime = 0.5);", {"b.y": from_start(0.5, 1.0, exponentials)}, events=[0.5, 1.0],
         why="rises as outMax*(1 - exp(-s/riseTimeConst)) for riseTime, then falls by exp(-s/fallTimeConst)")
    case(P, "LogFrequencySweep", f"    {S}.LogFrequencySweep b(wMin = 1, wMax = 100, startTime = 0.5, duration = 1);",
         {"b.y": continuous(lambda t: 100 ** min(max(t - 0.5, 0), 1))}, events=[0.5, 1.5],
         why="wMin*(wMax/wMin)^((time - startTime)/duration), held outside")


def periodic(start, period, shape, periods=-1, offset=0.0):
    """A shape of the time since the start of each period."""

    def value(t, side):
        if not reached(t, side, start):
            return offset
        at = t - start
        count = floor(at / period + 1e-12)
        if side < 0 and abs(at - count * period) < 1e-11:
            count -= 1
        if 0 <= periods <= count:
            return offset
        return offset + shape(at - count * period, side)

    return value


def pulses():
    """Sources that repeat."""
    pulse = lambda height, width: lambda s, side: height if not reached(s, side, width) else 0.0
    case(P, "Pulse", f"    {S}.Pulse a(period = 0.5);\n"
         f"    {S}.Pulse b(amplitude = -2, width = 25, period = 1, offset = 1, startTime = 0.5);\n"
         f"    {S}.Pulse c(period = 0.5, nperiod = 2, startTime = 0.25); {S}.Pulse d(period = 0.5, nperiod = 0);\n"
         f"    {S}.Pulse e(period = 1, width = 50, startTime = -0.25);",
         {"a.y": periodic(0.0, 0.5, pulse(1.0, 0.25)), "b.y": periodic(0.5, 1.0, pulse(-2.0, 0.25), offset=1.0),
          "c.y": periodic(0.25, 0.5, pulse(1.0, 0.25), 2), "d.y": constant(0),
          "e.y": periodic(-0.25, 1.0, pulse(1.0, 0.5))},
         stop=2.5, interval=0.125, events=[0.25 * at for at in range(1, 11)],
         why="high for width percent of each period, nperiod times or for ever; e starts within its first pulse; "
             "at the end a begins its sixth period")
    saw = lambda height, period: lambda s, side: height * s / period
    case(P, "SawTooth", f"    {S}.SawTooth a(period = 0.5);\n"
         f"    {S}.SawTooth b(amplitude = -2, period = 1, offset = 1, startTime = 0.5);\n"
         f"    {S}.SawTooth c(period = 0.5, nperiod = 2, startTime = 0.25); {S}.SawTooth e(period = 1, startTime = -0.25);",
         {"a.y": periodic(0.0, 0.5, saw(1.0, 0.5)), "b.y": periodic(0.5, 1.0, saw(-2.0, 1.0), offset=1.0),
          "c.y": periodic(0.25, 0.5, saw(1.0, 0.5), 2), "e.y": periodic(-0.25, 1.0, saw(1.0, 1.0))},
         stop=2.5, interval=0.125, events=[0.25 * at for at in range(1, 11)],
         why="rises from 0 to amplitude in each period; at the end a falls back to 0")

    def trapezoid(height, rising, width, falling):
        def shape(s, side):
            if not reached(s, side, rising):
                return height * s / rising
            if not reached(s, side, rising + width):
                return height
            if not reached(s, side, rising + width + falling):
                return height * (rising + width + falling - s) / falling
            return 0.0

        return shape

    case(P, "Trapezoid", f"    {S}.Trapezoid a(period = 1);\n"
         f"    {S}.Trapezoid b(amplitude = 2, rising = 0.25, width = 0.25, falling = 0.125, period = 1, offset = -1, startTime = 0.5);\n"
         f"    {S}.Trapezoid c(rising = 0.25, width = 0, falling = 0.25, period = 0.5, nperiod = 3);",
         {"a.y": periodic(0.0, 1.0, trapezoid(1.0, 0.0, 0.5, 0.0)),
          "b.y": periodic(0.5, 1.0, trapezoid(2.0, 0.25, 0.25, 0.125), offset=-1.0),
          "c.y": periodic(0.0, 0.5, trapezoid(1.0, 0.25, 0.0, 0.25), 3)},
         stop=2.5, interval=0.0625, events=[0.125 * at for at in range(1, 21)],
         why="rises, stays, falls and waits in each period")
    case(P, "BooleanPulse", f"    {S}.BooleanPulse a(period = 0.5);\n"
         f"    {S}.BooleanPulse b(width = 25, period = 1, startTime = 0.5);",
         {"a.y": periodic(0.0, 0.5, pulse(1.0, 0.25)), "b.y": periodic(0.5, 1.0, pulse(1.0, 0.25))},
         stop=2.5, events=[0.25 * at for at in range(1, 11)], why="true for width percent of each period")
    count = lambda first: lambda t, side: sum(reached(t, side, first + at * 0.5) for at in range(10))
    case(P, "SampleTrigger", f"    {S}.SampleTrigger a(period = 0.5); {S}.SampleTrigger b(period = 0.5, startTime = 0.25);\n"
         "    Integer n(start = 0, fixed = true), m(start = 0, fixed = true);\n"
         "    discrete Real last(start = -1, fixed = true);\n  equation\n"
         "    when a.y then\n      n = pre(n) + 1;\n      last = time;\n    end when;\n"
         "    when b.y then\n      m = pre(m) + 1;\n    end when;",
         {"a.y": constant(0), "b.y": constant(0), "n": count(0.0), "m": count(0.25),
          "last": lambda t, side: 0.5 * (count(0.0)(t, side) - 1)}, events=[0.25 * at for at in range(1, 9)],
         why="sample is true in the first event iteration only, so that y is false in each recorded row; what it triggers is "
             "counted, first at the start and last at the end")
    case(P, "RadioButtonSource", f"    {S}.RadioButtonSource b(buttonTimeTable = {{0.5, 1.5}}, reset = {{time >= 1, time >= 1.75}});",
         {"b.on": held([(0.5, 1), (1.0, 0), (1.5, 1), (1.75, 0)])}, events=[0.5, 1.0, 1.5, 1.75],
         why="on at each time of the table, off where an element of reset becomes true")


def later():
    """Runs that do not begin at 0: periods are counted from startTime all the same."""
    pulse = lambda height, width: lambda s, side: height if not reached(s, side, width) else 0.0
    saw = lambda height, period: lambda s, side: height * s / period
    for name, start in (("FromLater", 1.375), ("FromEarlier", -1.125)):
        case(P, f"Periodic{name}", f"    {S}.Pulse a(period = 0.5); {S}.SawTooth b(period = 1, startTime = 0.25); {S}.BooleanPulse c(period = 0.5, startTime = 2);\n"
             f"    {S}.Step d(startTime = 1); {S}.Sine e(f = 0.5, startTime = 0.5); {S}.Trapezoid f(rising = 0.25, width = 0.25, falling = 0.25, period = 1);\n"
             f"    {S}.Pulse g(period = 0.5, nperiod = 4);",
             {"a.y": periodic(0.0, 0.5, pulse(1.0, 0.25)), "b.y": periodic(0.25, 1.0, saw(1.0, 1.0)), "c.y": periodic(2.0, 0.5, pulse(1.0, 0.25)),
              "d.y": held([(1.0, 1)]), "e.y": from_start(0.5, 0.0, lambda s: sin(pi * s)),
              "f.y": periodic(0.0, 1.0, lambda s, side: min(4 * s, 1.0, max(3 - 4 * s, 0.0))), "g.y": periodic(0.0, 0.5, pulse(1.0, 0.25), 4)},
             start=start, stop=3.0, events=[0.25 * k for k in range(-5, 13) if 0.25 * k > start],
             why="a run that begins within a period, or before the first one")


def tenths():
    """Periods that are no binary numbers, for long: nothing may add up."""
    pulse = lambda height, width: lambda s, side: height if not reached(s, side, width) else 0.0
    count = lambda t, side: sum(reached(t, side, 0.0123 + 0.1 * k) for k in range(300))
    case(P, "Tenths", f"    {S}.Pulse a(period = 0.1, width = 30, startTime = 0.0123); {S}.SawTooth b(period = 0.3, startTime = 0.0123); {S}.BooleanPulse c(period = 0.1, width = 70, startTime = 0.0123);\n"
         f"    {S}.Trapezoid d(rising = 0.1, width = 0.2, falling = 0.3, period = 0.7, startTime = 0.0123); {S}.Pulse f(period = 0.7, width = 100, startTime = 0.0123);\n"
         f"    {S}.SampleTrigger e(period = 0.1, startTime = 0.0123);\n    Integer n(start = 0, fixed = true);\n  equation\n    when e.y then\n      n = pre(n) + 1;\n    end when;",
         {"a.y": periodic(0.0123, 0.1, pulse(1.0, 0.03)), "b.y": periodic(0.0123, 0.3, lambda s, side: s / 0.3), "c.y": periodic(0.0123, 0.1, pulse(1.0, 0.07)),
          "d.y": periodic(0.0123, 0.7, lambda s, side: s / 0.1 if s < 0.1 else 1.0 if s < 0.3 else (0.6 - s) / 0.3 if s < 0.6 else 0.0),
          "f.y": held([(0.0123, 1)]), "n": count}, stop=25.0, interval=0.25, why="two hundred and fifty periods of a tenth and others, looked at away from their edges")


def planning():
    """Movements as fast as limits allow."""
    # s goes from 0 to 1 with 1/sd_max = max(|deltaq|/qd_max) = 2 and 1/sdd_max = max(|deltaq|/qdd_max) = 1: it accelerates for
    # 0.5, moves on with 0.5 and brakes from 2 to 2.5.
    sdd = held([(0.5, 1), (1.0, 0), (2.5, -1), (3.0, 0)])

    def sd(t, side):
        s = min(max(t - 0.5, 0.0), 2.5)
        return s if s < 0.5 else 0.5 if s < 2 else 2.5 - s

    def path(t, side):
        s = min(max(t - 0.5, 0.0), 2.5)
        return s * s / 2 if s < 0.5 else 0.125 + (s - 0.5) / 2 if s < 2 else 1 - (2.5 - s) ** 2 / 2

    events = [0.5, 1.0, 2.5, 3.0]
    case(P, "KinematicPTP", f"    {S}.KinematicPTP a(deltaq = {{1, -2}}, qd_max = {{1, 1}}, qdd_max = {{1, 2}}, startTime = 0.5);\n"
         f"    {S}.KinematicPTP b(deltaq = {{1}}, qd_max = {{4}}, qdd_max = {{4}});",
         {"a.y[1]": sdd, "a.y[2]": lambda t, side: -2 * sdd(t, side), "b.y[1]": held([(0.5, -4), (1.0, 0)], 4)},
         stop=3.5, events=events,
         why="acceleration of the axes in common time: the slowest axis sets it; b is too short to reach its speed")
    case(P, "KinematicPTP2", f"    {S}.KinematicPTP2 a(q_begin = {{0, 1}}, q_end = {{1, -1}}, qd_max = {{1, 1}}, qdd_max = {{1, 2}},\n"
         f"      startTime = 0.5);\n    {S}.KinematicPTP2 b(q_begin = {{2}}, q_end = {{3}}, qd_max = {{4}}, qdd_max = {{4}});",
         {"a.q[1]": path, "a.q[2]": lambda t, side: 1 - 2 * path(t, side), "a.qd[1]": sd,
          "a.qd[2]": lambda t, side: -2 * sd(t, side), "a.qdd[1]": sdd, "a.qdd[2]": lambda t, side: -2 * sdd(t, side),
          "a.moving[1]": held([(3.0, 0)], 1), "a.endTime": constant(3.0),
          "b.q[1]": lambda t, side: 2 + (2 * t * t if t < 0.5 else 1 - 2 * (1 - min(t, 1)) ** 2),
          "b.qd[1]": lambda t, side: 4 * t if t < 0.5 else 4 * (1 - min(t, 1)),
          "b.qdd[1]": held([(0.5, -4), (1.0, 0)], 4), "b.moving[1]": held([(1.0, 0)], 1)},
         stop=3.5, events=events, why="position, speed and acceleration of the same movements")


simple()
waves()
pulses()
later()
tenths()
planning()
