"""Blocks of `Modelica.Blocks.Discrete`: what they hold after the event of each sample, which is recorded with `y = pre(...)`
already caught up, because an event ends when `pre(v) = v` for all variables (specification 3.7.5)."""

from math import floor, sin

from .case import case, held, reached

P = "Discrete"
D = "Modelica.Blocks.Discrete"
STEP = 0.25
TIMES = [STEP * k for k in range(9)]


def wave(t):
    """The input of all these cases."""
    return t * t - t + 0.5


INPUT = "time^2 - time + 0.5"


def sampled(values, before):
    """A value from each sample on."""
    return held(list(zip(TIMES, values)), before)


def body(*blocks):
    names = [block.split("(")[0].split()[-1] for block in blocks]
    lines = [f"    {D}.{block};" for block in blocks]
    return "\n".join([*lines, "  equation", *(f"    {name}.u = {INPUT};" for name in names)])


def hold():
    """Blocks that hold their input."""
    later = held([(0.375 + STEP * k, wave(0.375 + STEP * k)) for k in range(7)], 0.0)
    everywhere = sorted({*TIMES[1:], *(0.375 + STEP * k for k in range(7))})
    for name in ("Sampler", "ZeroOrderHold"):
        case(P, name, body(f"{name} a(samplePeriod = {STEP})", f"{name} b(samplePeriod = {STEP}, startTime = 0.375)"),
             {"a.y": sampled([wave(t) for t in TIMES], wave(0)), "b.y": later}, events=everywhere,
             why="the input at the last sample; 0 before the first one; at the end of the run a last sample is taken")

    def first_order(start):
        def value(t, side):
            count = sum(reached(t, side, start + STEP * k) for k in range(20))
            if count == 0:
                return wave(0.0)
            last = start + STEP * (count - 1)
            # The first sample has no slope yet; what is extrapolated starts at the sample before.
            if count == 1:
                return wave(0.0)
            slope = (wave(last) - wave(last - STEP)) / STEP
            return wave(last - STEP) + slope * (t - last)

        return value

    case(P, "FirstOrderHold", body(f"FirstOrderHold a(samplePeriod = {STEP})"),
         {"a.y": first_order(0.0)}, events=TIMES[1:],
         why="the line through the last two samples, begun at the older one when the newer was taken")
    delayed = [wave(0.0)] + [wave(t - STEP) for t in TIMES[1:]]
    case(P, "UnitDelay", "    // The input is sampled, so that pre(u) is the sample before.\n"
         f"    {D}.UnitDelay a(samplePeriod = {STEP}, y_start = 0.25), b(samplePeriod = {STEP}, y_start = 0.25, startTime = 0.5);\n"
         f"    {D}.Sampler s(samplePeriod = {STEP});\n  equation\n    s.u = {INPUT};\n    a.u = s.y;\n    b.u = s.y;",
         {"a.y": sampled(delayed, 0.25), "s.y": sampled([wave(t) for t in TIMES], wave(0)),
          "b.y": lambda t, side: sampled(delayed, 0.25)(t, side) if reached(t, side, 0.5) else 0.25},
         events=TIMES[1:], why="what the sampler held before the event, one period later; the sampler has its first value from the "
         "initialization, so that a has it with the sample at 0; b holds y_start until its first sample")


def recursions():
    """Blocks with states of their own."""
    # y(z)/u(z) = (2*z + 1)/(z^2 - 0.5*z + 0.25): x1 is the newest state, x2 the one before it.
    ys, x1s = [], []
    x1 = x2 = 0.0
    for t in TIMES:
        new = wave(t) + 0.5 * x1 - 0.25 * x2
        # y is b applied to the newest and the older states: degree 2 below degree 1 leaves out the newest.
        ys.append(2 * x1 + x2)
        x1, x2 = new, x1
        x1s.append(x1)
    proper = []
    state = 0.0
    for t in TIMES:
        new = (wave(t) - 1 * state) / 2
        proper.append(3 * new + 4 * state)
        state = new
    case(P, "TransferFunction",
         body(f"TransferFunction a(samplePeriod = {STEP}, b = {{2, 1}}, a = {{1, -0.5, 0.25}})",
              f"TransferFunction b(samplePeriod = {STEP}, b = {{3, 4}}, a = {{2, 1}})"),
         {"a.y": sampled(ys, 0.0), "a.x[1]": sampled(x1s, 0.0), "b.y": sampled(proper, 0.0)}, events=TIMES[1:],
         why="the recursion of the transfer function, all states 0 at first: a[1]*x = u - a[2]*x_1 - ..., y = b applied to the states")
    xs, outputs = [(1.0, -1.0)], []
    for t in TIMES:
        p, q = xs[-1]
        outputs.append(p + 2 * q + 3 * wave(t))
        xs.append((0.5 * p + 0.25 * q + wave(t), -0.5 * p + 2 * wave(t)))
    case(P, "StateSpace", f"    {D}.StateSpace a(samplePeriod = {STEP}, A = [0.5, 0.25; -0.5, 0], B = [1; 2], C = [1, 2], D = [3],\n"
         "      x(start = {1, -1}, each fixed = true), y(each fixed = true));\n"
         f"  equation\n    a.u[1] = {INPUT};",
         {"a.x[1]": sampled([x[0] for x in xs[1:]], 1.0), "a.x[2]": sampled([x[1] for x in xs[1:]], -1.0),
          "a.y[1]": sampled(outputs, 0.0)}, events=TIMES[1:], why="x = A*pre(x) + B*u, y = C*pre(x) + D*u at each sample")


def triggered():
    """Blocks that wait for a signal."""
    times = [0.5, 1.25, 1.75]
    trigger = "(time >= 0.5 and time < 1) or (time >= 1.25 and time < 1.5) or time >= 1.75"
    text = f"  equation\n    a.u = {INPUT};\n    a.trigger = {trigger};"
    case(P, "TriggeredSampler", f"    {D}.TriggeredSampler a(y_start = -4);\n{text}",
         {"a.y": held([(t, wave(t)) for t in times], -4)}, events=[0.5, 1.0, 1.25, 1.5, 1.75],
         why="the input where the trigger became true, y_start before; its end does nothing")
    highest, found = 0.0, []
    value = lambda t: (t - 1) * (3 - 2 * t)
    for t in times:
        highest = max(highest, abs(value(t)))
        found.append((t, highest))
    case(P, "TriggeredMax", f"    {D}.TriggeredMax a;\n  equation\n    a.u = (time - 1)*(3 - 2*time);\n    a.trigger = {trigger};",
         {"a.y": held(found)}, events=[0.5, 1.0, 1.25, 1.5, 1.75],
         why="the greatest size of the input at the instants where the trigger became true")
    case(P, "TriggeredFromStart", f"    {D}.TriggeredSampler a(y_start = -4); {D}.TriggeredMax b;\n"
         f"  equation\n    a.u = {INPUT};\n    b.u = {INPUT};\n    a.trigger = time < 0.5 or time >= 1;\n    b.trigger = a.trigger;",
         {"a.y": held([(1.0, wave(1.0))], -4), "b.y": held([(1.0, wave(1.0))])}, events=[0.5, 1.0],
         why="a trigger that is true from the start on is no event: when fires where its condition becomes true")


def loops():
    """Sampled control of a state, which a wrong hold would spoil."""
    # x' = -h, h = the sample of x: x falls by x*STEP in each period, x(n*STEP) = 0.75^n.
    x = lambda t: 0.75 ** int(t / STEP + 1e-9) * (1 - (t - int(t / STEP + 1e-9) * STEP))
    case(P, "HeldFeedback", f"    {D}.ZeroOrderHold a(samplePeriod = {STEP});\n    Real x(start = 1, fixed = true);\n"
         "  equation\n    der(x) = -a.y;\n    a.u = x;",
         {"x": lambda t, side: x(t), "a.y": sampled([0.75 ** k for k in range(9)], 1.0)}, events=TIMES[1:], within=1e-7,
         why="x falls along lines: x(n*h) = (1 - h)^n for x' = -(x at the last sample)")
    case(P, "SampleCount", f"    {D}.Sampler a(samplePeriod = 0.125, startTime = -0.5);\n    Integer n(start = 0, fixed = true);\n"
         "  equation\n    a.u = n;\n    when sample(-0.5, 0.125) then\n      n = pre(n) + 1;\n    end when;",
         {"n": lambda t, side: 1 + sum(reached(t, side, 0.125 * k) for k in range(1, 17))},
         events=[0.125 * k for k in range(1, 17)], why="samples before the start of the run are not caught up: the first is at 0")


def tenths():
    """Sample periods that are no binary numbers."""
    last = lambda t, first, step: first + step * floor((t - first) / step)
    mean = lambda t: (sin(4 * t) / 4)
    case(P, "Tenths", f"    {D}.Sampler a(samplePeriod = 0.1, startTime = 0.0123); {D}.ZeroOrderHold b(samplePeriod = 0.3, startTime = 0.0123); Modelica.Blocks.Math.Mean m(f = 3);\n"
         f"    {D}.UnitDelay d(samplePeriod = 0.1, startTime = 0.0123);\n    Integer n(start = 0, fixed = true);\n  equation\n    a.u = sin(time);\n    b.u = sin(time);\n    m.u = cos(4*time);\n    d.u = n;\n"
         "    when sample(0.0623, 0.1) then\n      n = pre(n) + 1;\n    end when;",
         {"a.y": lambda t, side: sin(last(t, 0.0123, 0.1)) if t > 0.0123 else 0.0, "b.y": lambda t, side: sin(last(t, 0.0123, 0.3)) if t > 0.0123 else 0.0,
          "m.y": lambda t, side: 3 * (mean(last(t, 0.0, 1 / 3)) - mean(last(t, 0.0, 1 / 3) - 1 / 3)) if t > 1 / 3 else 0.0,
          "d.y": lambda t, side: floor((last(t, 0.0123, 0.1) - 0.0623) / 0.1 + 1 + 1e-9) if t > 0.0124 else 0.0}, stop=24.75, interval=0.25,
         skip=[float(k) for k in range(25)], within=1e-5, why="samples of a tenth, of 0.3 and of a third, for long")


hold()
recursions()
tenths()
triggered()
loops()
