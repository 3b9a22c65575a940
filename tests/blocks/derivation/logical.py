"""Blocks of `Modelica.Blocks.Logical` and `Modelica.Blocks.MathBoolean`.

`edge`, `change` and what depends on them are true only while an event is iterated: in a recorded row, after the last
iteration, `pre(u) = u` (specification 3.7.5). What they trigger is counted.
"""

from math import asin, pi, sin

from .case import case, constant, continuous, held, reached

L = "Modelica.Blocks.Logical"
B = "Modelica.Blocks.MathBoolean"
FIRST, SECOND = "time >= 0.5 and time < 1.5", "time >= 1"


def first(t, side):
    return reached(t, side, 0.5) and not reached(t, side, 1.5)


def second(t, side):
    return reached(t, side, 1.0)


GATES = {
    "And": lambda a, b: a and b, "Or": lambda a, b: a or b, "Xor": lambda a, b: a != b,
    "Nand": lambda a, b: not (a and b), "Nor": lambda a, b: not (a or b),
}
EVENTS = [0.5, 1.0, 1.5]


def gates():
    """Gates of two and of many inputs."""
    for name, gate in GATES.items():
        case("Logical", name, f"    {L}.{name} a;\n  equation\n    a.u1 = {FIRST};\n    a.u2 = {SECOND};",
             {"a.y": lambda t, side, gate=gate: gate(first(t, side), second(t, side))}, events=EVENTS,
             why="the gate, with all four pairs of inputs")
        third = lambda t, side: not reached(t, side, 0.25) or reached(t, side, 1.25)
        many = {"And": all, "Or": any, "Xor": lambda u: sum(u) == 1, "Nand": lambda u: not all(u), "Nor": lambda u: not any(u)}[name]
        case("MathBoolean", name, f"    {B}.{name} a(nu = 3), none(nu = 1);\n  equation\n"
             f"    a.u = {{{FIRST}, {SECOND}, time < 0.25 or time >= 1.25}};\n    none.u = {{{FIRST}}};",
             {"a.y": lambda t, side, many=many: many([first(t, side), second(t, side), third(t, side)]),
              "none.y": lambda t, side, many=many: many([first(t, side)])},
             events=[0.25, 0.5, 1.0, 1.25, 1.5], why="the gate of three inputs and of one; xor is true if exactly one input is")
    for package, path in (("Logical", L), ("MathBoolean", B)):
        case(package, "Not", f"    {path}.Not a;\n  equation\n    a.u = {FIRST};", {"a.y": lambda t, side: not first(t, side)}, events=EVENTS,
             why="the opposite")


def edges():
    """Edges, and the delay by one iteration."""
    rises = held([(0.5, 1), (1.75, 2)])
    falls = held([(1.5, 1)])
    signal = "(time >= 0.5 and time < 1.5) or time >= 1.75"
    count = "    when {0}.y then\n      n_{0} = pre(n_{0}) + 1;\n    end when;"
    for package, path, names in (("Logical", L, ("Edge", "FallingEdge", "Change")), ("MathBoolean", B, ("RisingEdge", "FallingEdge", "ChangingEdge"))):
        body = "".join(f"    {path}.{kind} {name};\n    Integer n_{name}(start = 0, fixed = true);\n" for kind, name in zip(names, "abc"))
        both = lambda t, side: rises(t, side) + falls(t, side)
        case(package, "Edges", body + "  equation\n" + "\n".join(f"    {name}.u = {signal};\n" + count.format(name) for name in "abc"),
             {"n_a": rises, "n_b": falls, "n_c": both, "a.y": constant(0), "b.y": constant(0), "c.y": constant(0)},
             events=[0.5, 1.5, 1.75], why="rising, falling and both edges: counted while the event lasts, over in each recorded row")
        # A signal that is true from the start: pre(u) is pre_u_start, so the edge is at initialization, where a when
        # without initial() does not fire.
        body = "".join(f"    {path}.{kind} {name}(pre_u_start = true);\n" for kind, name in zip(names, "abc"))
        case(package, "EdgesAtStart", body + "  equation\n    a.u = time < 1;\n    b.u = time < 1;\n    c.u = time < 1;",
             {"a.y": constant(0), "b.y": constant(0), "c.y": constant(0)}, events=[1.0],
             why="pre_u_start is the value before the start, so that there is no edge there")
    case("Logical", "Pre", f"    {L}.Pre a, b(pre_u_start = true);\n  equation\n    a.u = {FIRST};\n    b.u = {SECOND};",
         {"a.y": first, "b.y": second}, events=EVENTS,
         why="pre(u) has caught up with u when an event is over, at the initialization too")
    case("Logical", "PreLoop", f"    {L}.Pre p;\n    Integer n(start = 0, fixed = true);\n  equation\n"
         "    p.u = (p.y or time >= 0.5) and time < 1.5;\n    when p.y then\n      n = pre(n) + 1;\n    end when;",
         {"p.y": first, "n": held([(0.5, 1)])}, events=[0.5, 1.5], why="a memory made of Pre: set at 0.5, cleared at 1.5")


def comparisons():
    """Comparisons of continuous signals: a relation has its new value right after the crossing."""
    # u = 2*t - 2 crosses 0 at 1 and 1 at 1.5; u = sin(2*pi*t) crosses 0.5 at 1/12 and 5/12.
    relations = {"Greater": False, "GreaterEqual": False, "Less": True, "LessEqual": True}
    for name, below in relations.items():
        case("Logical", f"{name}Threshold", f"    {L}.{name}Threshold a, b(threshold = 1);\n    Real x(start = 0, fixed = true);\n  equation\n"
             "    a.u = 2*time - 2;\n    b.u = 2*time - 2;\n    der(x) = if b.y then 1 else 0;",
             {"a.y": lambda t, side, below=below: below != reached(t, side, 1.0),
              "b.y": lambda t, side, below=below: below != reached(t, side, 1.5),
              "x": continuous(lambda t, below=below: min(t, 1.5) if below else max(t - 1.5, 0))},
             events=[1.0, 1.5], within=1e-7, why="the relation to the threshold, which a line crosses")
        case("Logical", name, f"    {L}.{name} a;\n    Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true);\n"
             "  equation\n    der(s) = 6*c;\n    der(c) = -6*s;\n    a.u1 = s;\n    a.u2 = 0.5;\n    der(x) = if a.y then 1 else 0;",
             {"a.y": lambda t, side, below=below: below != (sin(6 * t) > 0.5),
              "x": continuous(lambda t, below=below: t - above(6 * t) / 6 if below else above(6 * t) / 6)},
             within=1e-5, why="s = sin(6*t) is above 0.5 from asin(0.5) to pi - asin(0.5) in each turn: x is the time it was")
    case("Logical", "RelationsAtTheEnd", f"    {L}.GreaterThreshold a(threshold = 2); {L}.GreaterEqualThreshold b(threshold = 2);\n"
         f"    {L}.LessThreshold c(threshold = 2); {L}.LessEqualThreshold d(threshold = 2);\n  equation\n"
         "    a.u = time;\n    b.u = time;\n    c.u = time;\n    d.u = time;",
         {"a.y": constant(0), "b.y": held([(2.0, 1)]), "c.y": held([(2.0, 0)], 1), "d.y": constant(1)}, events=[2.0],
         why="at the stop time 2 the time is 2: not greater than it, and not less")
    # Each alone: an event of another relation at the same time would have all of them looked at.
    blocks = "Modelica.Blocks"
    saturated = {
        "Limiter": f"{blocks}.Nonlinear.Limiter b(uMax = 1);|b.u = time/0.7;|b.y", "StrictLimiter": f"{blocks}.Nonlinear.Limiter b(uMax = 1, strict = true);|b.u = time/0.7;|b.y",
        "VariableLimiter": f"{blocks}.Nonlinear.VariableLimiter b;|b.u = time/0.7;\n    b.limit1 = 1;\n    b.limit2 = 0;|b.y",
        "Table": f"{blocks}.Tables.CombiTable1Ds b(table = [0, 0; 0.7, 1], extrapolation = {blocks}.Types.Extrapolation.HoldLastPoint);|b.u = time;|b.y[1]",
        "Min": f"{blocks}.Math.Min b;|b.u1 = time/0.7;\n    b.u2 = 1;|b.y", "MinMax": f"{blocks}.Math.MinMax b(nu = 2);|b.u = {{time/0.7, 1}};|b.yMin",
        "Sign": f"{blocks}.Math.Sign b;|b.u = time - 0.7;|b.y", "Delay": f"{blocks}.Nonlinear.FixedDelay b(delayTime = 0.2); {blocks}.Sources.Ramp r(duration = 0.5);|b.u = r.y;|b.y",
        "DeadZone": f"{blocks}.Nonlinear.DeadZone b(uMax = 1);|b.u = 1.7 - time;|1 - b.y", "Ramp": f"{blocks}.Sources.Ramp b(duration = 0.7);||b.y",
    }
    for name, text in saturated.items():
        declared, equation, signal = text.split("|")
        case("Logical", f"Saturated{name}", f"    {declared}\n    {L}.GreaterEqualThreshold full(threshold = 1); {L}.LessThreshold room(threshold = 1);\n    Integer n(start = 0, fixed = true);\n  equation\n"
             + (f"    {equation}\n" if equation else "") + f"    full.u = {signal};\n    room.u = {signal};\n    when full.y then\n      n = pre(n) + 1;\n    end when;",
             {"full.y": continuous(lambda t: t > 0.7), "room.y": continuous(lambda t: t < 0.7), "n": continuous(lambda t: t > 0.7)},
             why="a signal that reaches 1 at 0.7 and stays exactly there is at least 1 from then on, and not less than 1")
    case("Logical", "ZeroCrossing", f"    {L}.ZeroCrossing a;\n    Integer n(start = 0, fixed = true);\n  equation\n"
         "    a.u = cos(8*time);\n    a.enable = time >= 0.5 and time < 1.5;\n    when a.y then\n      n = pre(n) + 1;\n    end when;",
         {"n": lambda t, side: sum(0.5 < (2 * k + 1) * pi / 16 < min(t, 1.5) for k in range(20)), "a.y": constant(0)},
         events=[0.5, 1.5], why="cos(8*t) is 0 at (2*k + 1)*pi/16; crossings are told while enable is true, and not its own edges")


def above(x):
    """How long sin was above 0.5 up to x."""
    turns, rest = divmod(x, 2 * pi)
    low, high = asin(0.5), pi - asin(0.5)
    return turns * (high - low) + min(max(rest - low, 0.0), high - low)


def switches():
    """Switches, hysteresis, memories."""
    case("Logical", "LogicalSwitch", f"    {L}.LogicalSwitch a;\n  equation\n    a.u1 = {FIRST};\n    a.u2 = {SECOND};\n    a.u3 = time < 0.25;",
         {"a.y": lambda t, side: first(t, side) if second(t, side) else not reached(t, side, 0.25)}, events=[0.25, *EVENTS],
         why="u1 where u2 is true, u3 elsewhere")
    case("Logical", "Switch", f"    {L}.Switch a;\n  equation\n    a.u1 = time^2;\n    a.u2 = {FIRST};\n    a.u3 = -time;",
         {"a.y": lambda t, side: t * t if first(t, side) else -t}, events=EVENTS, why="u1 where u2 is true, u3 elsewhere")
    # u = 3*(1 - |t - 1|) up to 3 at t = 1: passes 1 at 1/3 and 2 at 2/3 upwards, 2 at 4/3 and 1 at 5/3 downwards.
    tent = "3*(if time < 1 then time else 2 - time)"
    case("Logical", "Hysteresis", f"    {L}.Hysteresis a(uLow = 1, uHigh = 2), b(uLow = -1, uHigh = 2, pre_y_start = true), c(uLow = 1, uHigh = 2, pre_y_start = true);\n"
         f"  equation\n    a.u = {tent};\n    b.u = {tent};\n    c.u = {tent};",
         {"a.y": held([(2 / 3, 1), (5 / 3, 0)]), "b.y": constant(1), "c.y": held([(2 / 3, 1), (5 / 3, 0)])}, events=[1.0],
         why="on above uHigh, off below uLow; b begins as on between its limits, c begins below them")
    case("Logical", "OnOffController", f"    {L}.OnOffController a(bandwidth = 2);\n  equation\n    a.reference = 1.5;\n    a.u = {tent};",
         {"a.y": held([(2.5 / 3, 0), (2 - 0.5 / 3, 1)], 1)}, events=[1.0],
         why="on below reference - bandwidth/2 = 0.5, off above reference + bandwidth/2 = 2.5")
    case("Logical", "OnOffLoop", f"    {L}.OnOffController a(bandwidth = 0.5);\n    Real x(start = 0, fixed = true);\n    Integer n(start = 0, fixed = true);\n"
         "  equation\n    a.reference = 1;\n    a.u = x;\n    der(x) = if a.y then 2 else -1;\n    when {a.y, not a.y} then\n      n = pre(n) + 1;\n    end when;",
         {"x": continuous(zigzag), "n": lambda t, side: turns(t)}, stop=4.0, within=1e-6, skip=[1.125 + 0.75 * k + d for k in range(6) for d in (-0.5, -0.25, 0.0)],
         why="x rises by 2 per second to 1.25 and falls by 1 per second to 0.75: a zigzag with a period of 0.75")
    q = held([(0.5, 1), (1.25, 0)])
    case("Logical", "RSFlipFlop", f"    {L}.RSFlipFlop a, b(Qini = true);\n  equation\n    a.S = time >= 0.5 and time < 0.75;\n    a.R = time >= 1.25 and time < 1.5;\n"
         "    b.S = a.S;\n    b.R = a.R;",
         {"a.Q": q, "a.QI": lambda t, side: not q(t, side), "b.Q": held([(1.25, 0)], 1), "b.QI": held([(1.25, 1)])},
         events=[0.5, 0.75, 1.25, 1.5], why="set, kept and reset; Qini is what it begins with")


def zigzag(t):
    """From 0 up to 1.25 at 0.625, then down to 0.75 in 0.5 and up again in 0.25."""
    if t < 0.625:
        return 2 * t
    rest = (t - 0.625) % 0.75
    return 1.25 - rest if rest < 0.5 else 0.75 + 2 * (rest - 0.5)


def turns(t):
    return sum(t > 0.625 + 0.75 * k for k in range(9)) + sum(t > 1.125 + 0.75 * k for k in range(9))


def timers():
    """Blocks that measure time."""
    case("Logical", "Timer", f"    {L}.Timer a, b;\n  equation\n    a.u = {FIRST};\n    b.u = time < 1 or time >= 1.5;",
         {"a.y": lambda t, side: t - 0.5 if first(t, side) else 0.0,
          "b.y": lambda t, side: t if not reached(t, side, 1.0) else t - 1.5 if reached(t, side, 1.5) else 0.0}, events=EVENTS,
         why="the time since the input became true, 0 where it is false; one that is true at the start counts from 0")
    case("Logical", "LogicalDelay", f"    {L}.LogicalDelay a(delayTime = 0.375);\n  equation\n    a.u = {FIRST};",
         {"a.y1": held([(0.5, 1), (1.875, 0)]), "a.y2": held([(0.875, 1), (1.5, 0)])}, events=[0.5, 0.875, 1.5, 1.875],
         why="y1 delays the falling edge, y2 the rising one")
    trapezoid = lambda t, side: (0.0 if t < 0.25 else 4 * (t - 0.25) if t < 0.5 else 1 if t < 1 else 1 - 2 * (t - 1) if t < 1.25
                                 else 0.5 + 4 * (t - 1.25) if t < 1.375 else 1)
    case("Logical", "DelaysOfNothing", f"    {L}.LogicalDelay a; {L}.TriggeredTrapezoid b(rising = 0, falling = 0.5), c(rising = 0.5, falling = 0); {B}.OnDelay d(delayTime = 0);\n"
         f"  equation\n    a.u = {FIRST};\n    b.u = {FIRST};\n    c.u = {FIRST};\n    d.u = {FIRST};",
         {"a.y1": first, "a.y2": first, "b.y": lambda t, side: 1.0 if first(t, side) else max(1 - 2 * (t - 1.5), 0) if t > 1 else 0.0,
          "c.y": lambda t, side: min(2 * (t - 0.5), 1) if first(t, side) else 0.0, "d.y": first}, events=[0.5, 1.0, 1.5], within=1e-7,
         why="delays, rises and falls that take no time")
    case("Logical", "TriggeredTrapezoid", f"    {L}.TriggeredTrapezoid a(rising = 0.25, falling = 0.5), b(amplitude = -2, offset = 1), c(rising = 0.25, amplitude = 2);\n"
         "  equation\n    a.u = (time >= 0.25 and time < 1) or time >= 1.25;\n    b.u = a.u;\n    c.u = time < 0.5;",
         {"a.y": trapezoid, "b.y": held([(0.25, -1), (1.0, 1), (1.25, -1)], 1),
          "c.y": continuous(lambda t: 2 if t < 0.5 else max(2 - 8 * (t - 0.5), 0))},
         events=[0.25, 0.5, 1.0, 1.25], within=1e-7,
         why="rises by amplitude in rising, falls in falling, and turns where it is when the input does; c begins at the top")
    case("MathBoolean", "OnDelay", f"    {B}.OnDelay a(delayTime = 0.375), b(delayTime = 0.375);\n  equation\n    a.u = {FIRST};\n    b.u = time < 1;",
         {"a.y": held([(0.875, 1), (1.5, 0)]), "b.y": held([(1.0, 0)], 1)}, events=[0.5, 0.875, 1.0, 1.5],
         why="a rising edge comes later, a falling one at once; what is true at the start is so without delay")
    case("MathBoolean", "OnDelayShort", f"    {B}.OnDelay a(delayTime = 0.75);\n    Integer n(start = 0, fixed = true);\n  equation\n    a.u = time >= 0.25 and time < 0.75;\n"
         "    when a.y then\n      n = pre(n) + 1;\n    end when;",
         {"a.y": constant(0), "n": constant(0)}, events=[0.25, 0.75, 1.0], why="a pulse shorter than the delay never comes")
    hold = held([(0.5, 1), (1.5, 0)])
    case("MathBoolean", "MultiSwitch", f"    {B}.MultiSwitch a(nu = 2, expr = {{time < 1.25, false}}), b(nu = 2, expr = {{time < 1.25, true}}, use_pre_as_default = false);\n"
         f"  equation\n    a.u = {{time >= 0.5 and time < 0.75, time >= 1.5}};\n    b.u = {{time >= 0.5 and time < 0.75, time >= 1.5}};",
         {"a.y": hold, "b.y": held([(0.5, 1), (0.75, 0), (1.5, 1)])}, events=[0.5, 0.75, 1.25, 1.5],
         why="the expression of the first true input; if there is none, what was before, or the default")
    case("Logical", "TerminateSimulation", f"    {L}.TerminateSimulation a(condition = time >= 3);\n    Real x(start = 0, fixed = true);\n  equation\n    der(x) = 1;",
         {"x": continuous(lambda t: t), "a.condition": constant(0)}, why="a condition that does not come true ends nothing")
    case("Logical", "TerminateSimulationEarly", f"    {L}.TerminateSimulation a(condition = x >= 1.25);\n    Real x(start = 0, fixed = true);\n"
         "    discrete Real last(start = 0, fixed = true);\n  equation\n    der(x) = 1;\n    when x >= 1.25 then\n      last = time;\n    end when;",
         {"x": continuous(lambda t: t), "last": held([(1.25, 1.25)])}, events=[1.25], ends=1.25, within=1e-7,
         why="the run ends where the condition becomes true, after the event of that time")
    case("Logical", "AssertCondition", f"    {L}.AssertCondition a;\n    Real x(start = 0, fixed = true);\n  equation\n    der(x) = 1;\n    a.u = x < 5;",
         {"x": continuous(lambda t: t), "a.u": constant(1)}, why="a condition that holds is silent")


gates()
edges()
comparisons()
switches()
timers()
