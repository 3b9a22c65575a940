"""Blocks that interpolate in tables: `Modelica.Blocks.Tables`, and the tables over time of `Modelica.Blocks.Sources`."""

from .case import case, constant, held, reached
from .interpolation import SMOOTH, SMOOTHNESS, curve, surface

P = "Tables"
S = "Modelica.Blocks.Sources"
T = "Modelica.Blocks.Tables"
KINDS = "Modelica.Blocks.Types"
SHORT = dict(zip(SMOOTHNESS, ["linear", "akima", "steps", "butland", "steffen", "makima"]))
JUMPING = ["LinearSegments", "ConstantSegments"]


def matrix(table):
    """A table as Modelica writes it."""
    return "[" + "; ".join(", ".join(f"{cell:g}" for cell in row) for row in table) + "]"


def over_time(table, column, kind, extrapolation, start=0.0, shift=None, scale=1.0, offset=0.0):
    """A column of a `CombiTimeTable`."""
    look = curve(table, column, kind, extrapolation)
    shift = start if shift is None else shift

    def value(t, side):
        if not reached(t, side, start):
            return offset
        return offset + look((t - shift) / scale, side)

    return value


def integral(value, breaks):
    """What a state collects from 0 on: pieces between breaks are cubics at most, for which Simpson's rule is exact."""

    def collected(t, side):
        ends = sorted({0.0, t, *(b for b in breaks if 0 < b < t)})
        return sum((b - a) / 6 * (value(a, +1) + 4 * value((a + b) / 2, +1) + value(b, -1))
                   for a, b in zip(ends, ends[1:]))

    return collected


def points(table, stop, shift=0.0, scale=1.0, extrapolation="HoldLastPoint"):
    """The times of the rows of a table within a run."""
    xs = [row[0] for row in table]
    periods = range(-20, 20) if extrapolation == "Periodic" and len(xs) > 1 else [0]
    found = {round((x + k * (xs[-1] - xs[0])) * scale + shift, 12) for x in xs for k in periods}
    return sorted(t for t in found if 0 < t <= stop)


TABLES = {
    "Plain": [[0, 1], [0.5, 3], [1, 2], [1.5, 2], [2.25, -1]],
    "Later": [[0.75, 1], [1.25, 3], [1.75, 2], [2, 2.5], [2.75, -1]],
    "Early": [[-0.75, 1], [-0.25, 2], [0.5, 5], [1, 4], [1.75, 4.5]],
    "Jumps": [[0, 1], [0.5, 1], [0.5, 3], [1, 2], [1, -1], [1.5, 0], [2.25, 2]],
    "LaterJumps": [[0.5, 4], [1, 1], [1, 3], [1.5, 2], [1.75, 2], [1.75, 0], [2.5, 1]],
}
SHIFTS = {"": {}, "Started": {"start": 0.5}, "StartedInside": {"start": 1.0, "shift": 0.25},
          "StartedBefore": {"start": 0.25, "shift": 1.0}, "ShiftedBack": {"start": 0.0, "shift": -0.375}}


def time_tables():
    """`CombiTimeTable`: tables, start and shift times, smoothness, extrapolation."""
    stop = 4.0
    for name, table in TABLES.items():
        for shift_name, facts in SHIFTS.items():
            if shift_name and name not in ("Plain", "LaterJumps"):
                continue
            for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic"):
                kinds = JUMPING if "Jumps" in name else SMOOTHNESS
                body, values = [], {}
                start, shift = facts.get("start", 0.0), facts.get("shift", facts.get("start", 0.0))
                events = points(table, stop, shift, 1.0, extrapolation) + ([start] if start else [])
                for kind in kinds:
                    short = SHORT[kind]
                    times = "".join(f", {key}Time = {time:g}" for key, time in facts.items())
                    body.append(f"    {S}.CombiTimeTable {short}(table = {matrix(table)}{times},\n"
                                f"      smoothness = {KINDS}.Smoothness.{kind}, extrapolation = {KINDS}.Extrapolation.{extrapolation});")
                    value = over_time(table, 1, kind, extrapolation, **facts)
                    values[f"{short}.y[1]"] = value
                    body.append(f"    Real x_{short}(start = 0, fixed = true);")
                    values[f"x_{short}"] = integral(value, events)
                body.append("  equation")
                body += [f"    der(x_{SHORT[kind]}) = {SHORT[kind]}.y[1];" for kind in kinds]
                case(P, f"Time{name}{shift_name}{extrapolation}", "\n".join(body), values, stop=stop, events=sorted(set(events)),
                     within=1e-6, why="the table of each smoothness, on both sides of its points, and what a state collects from it")


def time_table_options():
    """`CombiTimeTable`: what else can be set."""
    table = [[0, 1, 10], [0.5, 3, 20], [1, 2, 0], [1, -1, 5], [1.5, 0, 5]]
    kind = f"smoothness = {KINDS}.Smoothness"
    hold = f"extrapolation = {KINDS}.Extrapolation.HoldLastPoint"
    look = lambda column, **facts: over_time(table, column, "LinearSegments", "HoldLastPoint", **facts)
    case(P, "TimeColumns", f"    {S}.CombiTimeTable a(table = {matrix(table)}, columns = {{3, 2}}, {hold});\n"
         f"    {S}.CombiTimeTable b(table = {matrix(table)}, offset = {{1, -2}}, {hold}, startTime = 0.25);\n"
         f"    {S}.CombiTimeTable c(table = {matrix(table)}, offset = {{5}}, {hold});",
         {"a.y[1]": look(2), "a.y[2]": look(1), "b.y[1]": look(1, offset=1.0, start=0.25),
          "b.y[2]": look(2, offset=-2.0, start=0.25), "c.y[1]": look(1, offset=5.0), "c.y[2]": look(2, offset=5.0)},
         stop=2.0, events=[0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75], why="columns in any order; one offset for all or one for each")
    scaled = lambda column, extra, **facts: over_time(table, column, "LinearSegments", extra, scale=2.0, **facts)
    case(P, "TimeScaled", f"    {S}.CombiTimeTable a(table = {matrix(table)}, timeScale = 2, {hold});\n"
         f"    {S}.CombiTimeTable b(table = {matrix(table)}, timeScale = 2, shiftTime = 0.5, {hold});\n"
         f"    {S}.CombiTimeTable c(table = {matrix(table)}, timeScale = 2, startTime = 1, extrapolation = {KINDS}.Extrapolation.Periodic);\n"
         "    Real low = a.t_min, high = a.t_max, scaled = a.t_maxScaled;",
         {"a.y[1]": scaled(1, "HoldLastPoint"), "b.y[2]": scaled(2, "HoldLastPoint", shift=0.5),
          "c.y[1]": scaled(1, "Periodic", start=1.0), "high": constant(3.0), "scaled": constant(1.5), "low": constant(0.0)}, stop=8.0, interval=0.25, events=[0.5 * k for k in range(1, 17)],
         why="a second of the table lasts timeScale; startTime and shiftTime are in seconds of the run")
    smooth = [[0, 1], [0.5, 3], [1, 2], [1.5, 2], [2.25, -1]]
    events = {"Always": smooth, "AtDiscontinuities": TABLES["Jumps"], "NoTimeEvents": smooth}
    for when, rows in events.items():
        for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic"):
            value = over_time(rows, 1, "LinearSegments", extrapolation)
            breaks = points(rows, 4.0, extrapolation=extrapolation)
            jumps = [t for t in breaks if abs(value(t, -1) - value(t, +1)) > 1e-9]
            case(P, f"Time{when}{extrapolation}", f"    {S}.CombiTimeTable a(table = {matrix(rows)}, timeEvents = {KINDS}.TimeEvents.{when},\n"
                 f"      extrapolation = {KINDS}.Extrapolation.{extrapolation});\n    Real x(start = 0, fixed = true);\n"
                 "  equation\n    der(x) = a.y[1];", {"a.y[1]": value, "x": integral(value, breaks)}, stop=4.0, events=jumps,
                 within=1e-5, why="linear segments with events at all points, at jumps alone, or at none within a period")
    body, values = [], {}
    for name in SMOOTHNESS:
        body.append(f"    {S}.CombiTimeTable {SHORT[name]}(table = {matrix(smooth)}, {kind}.{name},\n"
                    f"      extrapolation = {KINDS}.Extrapolation.NoExtrapolation);")
        values[f"{SHORT[name]}.y[1]"] = over_time(smooth, 1, name, "NoExtrapolation")
    case(P, "TimeNoExtrapolation", "\n".join(body), values, stop=2.0, events=[0.5, 1.0, 1.5],
         why="within its points a table without extrapolation is as any other")
    one = [[0.5, 7, 8]]
    case(P, "TimeOneRow", f"    {S}.CombiTimeTable a(table = {matrix(one)}); {S}.CombiTimeTable b(table = {matrix(one)}, startTime = 1, offset = {{2}});",
         {"a.y[1]": constant(7), "a.y[2]": constant(8), "b.y[2]": held([(1.0, 10)], 2)}, events=[1.0],
         why="a single row is a constant, from startTime on")
    two = [[0.5, 1], [1, 3]]
    body, values = [], {}
    for name in SMOOTHNESS:
        for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic"):
            short = f"{SHORT[name]}{extrapolation[0]}"
            body.append(f"    {S}.CombiTimeTable {short}(table = {matrix(two)}, {kind}.{name}, extrapolation = {KINDS}.Extrapolation.{extrapolation});")
            values[f"{short}.y[1]"] = over_time(two, 1, name, extrapolation)
    case(P, "TimeTwoRows", "\n".join(body), values, events=[0.5, 1.0, 1.5, 2.0], why="between two rows all curves are the straight line")
    first, last = [[0.5, 0], [0.5, 2], [1, 1], [1.5, 3]], [[0, 0], [1, 1], [1, 2]]
    body, values = [], {}
    for name in JUMPING:
        for short, rows in (("first", first), ("last", last)):
            short = f"{SHORT[name]}_{short}"
            body.append(f"    {S}.CombiTimeTable {short}(table = {matrix(rows)}, {kind}.{name}, {hold});")
            values[f"{short}.y[1]"] = over_time(rows, 1, name, "HoldLastPoint")
    case(P, "TimeJumpsAtEnds", "\n".join(body), values, events=[0.5, 1.0, 1.5], why="jumps at the first and at the last point of tables that hold")


def later_runs():
    """`CombiTimeTable` in runs that begin elsewhere."""
    for name, start in (("FromLater", 1.125), ("FromEarlier", -1.375)):
        for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic"):
            body, values, events = [], {}, set()
            for short, table, kind in (("linear", TABLES["Plain"], "LinearSegments"), ("steps", TABLES["Plain"], "ConstantSegments"), ("akima", TABLES["Plain"], "ContinuousDerivative"),
                                       ("jumps", TABLES["LaterJumps"], "LinearSegments"), ("jumpy", TABLES["LaterJumps"], "ConstantSegments")):
                body.append(f"    {S}.CombiTimeTable {short}(table = {matrix(table)}, startTime = -2, shiftTime = 0,\n"
                            f"      smoothness = {KINDS}.Smoothness.{kind}, extrapolation = {KINDS}.Extrapolation.{extrapolation});")
                values[f"{short}.y[1]"] = over_time(table, 1, kind, extrapolation, start=-2.0, shift=0.0)
                xs = [row[0] for row in table]
                events |= {x + k * (xs[-1] - xs[0]) for x in xs for k in (range(-3, 4) if extrapolation == "Periodic" else [0])}
            case(P, f"Time{name}{extrapolation}", "\n".join(body), values, start=start, stop=4.0, events=[t for t in events if start < t <= 4.0],
                 why="a run that begins within the table, or before it")


def time_derivatives():
    """Derivatives of tables over time."""
    table = TABLES["Plain"]
    kinds = ["LinearSegments", *SMOOTH]
    body, values = [], {}
    for kind in kinds:
        short = SHORT[kind]
        body.append(f"    {S}.CombiTimeTable {short}(table = {matrix(table)}, shiftTime = 0.0625, smoothness = {KINDS}.Smoothness.{kind});\n"
                    f"    Real d_{short} = der({short}.y[1]);")
        look = over_time(table, 1, kind, "LastTwoPoints", shift=0.0625)
        values[f"d_{short}"] = lambda t, side, look=look: (look(t + 1e-5, 1) - look(t - 1e-5, 1)) / 2e-5 if t else (look(1e-5, 1) - look(0.0, 1)) / 1e-5
    case(P, "TimeDerivative", "\n".join(body), values, stop=4.0, within=1e-5,
         why="the derivative of a table over time, from differences of its curve over 2e-5, away from its points")


def hours():
    """Long runs: a day in seconds, with a table in hours."""
    table = [[0, 1], [6, 1], [6, 5], [12, 3], [24, 1]]
    look = lambda kind: over_time(table, 1, kind, "Periodic", scale=3600.0)
    period = f"extrapolation = {KINDS}.Extrapolation.Periodic"
    rows = [t for t in points(table, 172800.0, 0.0, 3600.0, "Periodic")]
    pulses = lambda t, side: sum(reached(t, side, 3600.0 * k) for k in range(1, 60))
    case(P, "TimeHours", f"    {S}.CombiTimeTable a(table = {matrix(table)}, timeScale = 3600, {period}), b(table = {matrix(table)}, timeScale = 3600, {period}, smoothness = {KINDS}.Smoothness.ConstantSegments);\n"
         f"    {S}.Pulse p(period = 7200); Modelica.Blocks.Nonlinear.FixedDelay d(delayTime = 3600);\n    Real x(start = 0, fixed = true);\n    Integer n(start = 0, fixed = true);\n  equation\n    der(x) = a.y[1]/3600;\n"
         "    d.u = time/3600;\n    when sample(3600, 3600) then\n      n = pre(n) + 1;\n    end when;",
         {"a.y[1]": look("LinearSegments"), "b.y[1]": look("ConstantSegments"), "p.y": lambda t, side: pulses(t, side) % 2 == 0, "n": pulses,
          "d.y": lambda t, side: max(t / 3600 - 1, 0), "x": lambda t, side: integral(look("LinearSegments"), rows)(t, side) / 3600},
         stop=172800.0, interval=3600.0, events=[3600.0 * k for k in range(1, 49)], within=1e-5, why="two days with a table in hours that repeats, a sample and a pulse each hour")


def old_time_tables():
    """`TimeTable`, `IntegerTable`, `BooleanTable`."""
    table = [[0, 1], [0.5, 1], [0.5, 3], [1, 2], [1.5, 4]]
    jump = [[0, 0], [1, 1], [1, 2]]
    line = lambda rows, **facts: over_time(rows, 1, "LinearSegments", "LastTwoPoints", **facts)
    case(P, "TimeTable", f"    {S}.TimeTable a(table = {matrix(table)});\n"
         f"    {S}.TimeTable b(table = {matrix(table)}, offset = 1, startTime = 0.25);\n"
         f"    {S}.TimeTable c(table = {matrix(table)}, startTime = 0.5, shiftTime = 0.25, timeScale = 2);\n"
         f"    {S}.TimeTable d(table = {matrix(table)}, startTime = 0.25, shiftTime = 1);\n"
         f"    {S}.TimeTable e(table = {matrix(jump)}); {S}.TimeTable f(table = [0, 5], startTime = 1);",
         {"a.y": line(table), "b.y": line(table, offset=1.0, start=0.25), "c.y": line(table, start=0.5, shift=0.25, scale=2.0),
          "d.y": line(table, start=0.25, shift=1.0),
          "e.y": lambda t, side: 2 if reached(t, side, 1.0) else t, "f.y": held([(1.0, 5)])},
         stop=4.0, events=[0.25 * k for k in range(1, 13)],
         why="lines between points, continued through the last two; a jump at the last point stays; offset alone before startTime")
    rows = [[0.5, 2], [1, 5], [1.5, -3]]
    steps = lambda rows, extra, **facts: over_time(rows, 1, "ConstantSegments", extra, **{"start": -1e9, "shift": 0.0, **facts})
    periodic = f"extrapolation = {KINDS}.Extrapolation.Periodic"
    case(P, "IntegerTable", f"    {S}.IntegerTable a(table = {matrix(rows)}); {S}.IntegerTable b(table = {matrix(rows)}, {periodic});\n"
         f"    {S}.IntegerTable c(table = {matrix(rows)}, startTime = 0.75, shiftTime = 0.25);\n"
         f"    {S}.IntegerTable d(table = {matrix(rows)}, {periodic}, startTime = 1.25);",
         {"a.y": steps(rows, "HoldLastPoint"), "b.y": steps(rows, "Periodic"),
          "c.y": steps(rows, "HoldLastPoint", start=0.75, shift=0.25), "d.y": steps(rows, "Periodic", start=1.25)},
         stop=4.0, events=[0.25 * k for k in range(1, 17)],
         why="the value of the last point that was reached, of the first before it; 0 before startTime")
    boolean = lambda times, extra, first=0, **facts: steps(
        [[times[0], first]] + [[t, (first + k + 1) % 2] for k, t in enumerate(times)], extra, **facts)
    case(P, "BooleanTable", f"    {S}.BooleanTable a(table = {{0.5, 1, 1.75}}); {S}.BooleanTable b(table = {{0, 1}}, startValue = true);\n"
         f"    {S}.BooleanTable c(table = {{0, 0.5, 1.25}}, {periodic}); {S}.BooleanTable d(table = {{0.5, 1}}, startTime = 0.75, shiftTime = 0.25);\n"
         f"    {S}.BooleanTable e(table = {{0.25, 0.5, 1.25}}, {periodic}, shiftTime = 0.25); {S}.BooleanTable f(table = {{2, 4}});\n"
         "    Integer n(start = 0, fixed = true);\n  equation\n    when {a.y, not a.y} then\n      n = pre(n) + 1;\n    end when;",
         {"a.y": boolean([0.5, 1, 1.75], "HoldLastPoint"), "b.y": boolean([0, 1], "HoldLastPoint", 1),
          "c.y": boolean([0, 0.5, 1.25], "Periodic"), "d.y": boolean([0.5, 1], "HoldLastPoint", start=0.75, shift=0.25),
          "e.y": boolean([0.25, 0.5, 1.25], "Periodic", shift=0.25), "f.y": held([(2.0, 1), (4.0, 0)]),
          "n": held([(0.5, 1), (1.0, 2), (1.75, 3)])},
         stop=4.0, events=[0.25 * k for k in range(1, 17)],
         why="y changes at each time; before the first it is startValue; when conditions that are true from the start do not fire")


def curves():
    """`CombiTable1Ds` and `CombiTable1Dv`."""
    table = [[-1, 3, 1], [0, 1, 2], [0.5, 4, 4], [1.5, 4, 8], [2, 0, 9]]
    sweep = lambda t: -3.03125 + 2 * t
    for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation"):
        go = (lambda t: -0.96875 + 0.71875 * t) if extrapolation == "NoExtrapolation" else sweep
        text = "-0.96875 + 0.71875*time" if extrapolation == "NoExtrapolation" else "-3.03125 + 2*time"
        body, values = [], {}
        for kind in SMOOTHNESS:
            short = SHORT[kind]
            facts = f"table = {matrix(table)}, smoothness = {KINDS}.Smoothness.{kind}, extrapolation = {KINDS}.Extrapolation.{extrapolation}"
            body.append(f"    {T}.CombiTable1Ds {short}({facts});")
            body.append(f"    {T}.CombiTable1Dv {short}_v({facts}, columns = {{3, 2}});")
            for column in (1, 2):
                look = curve(table, column, kind, extrapolation)
                values[f"{short}.y[{column}]"] = lambda t, side, look=look, go=go: look(go(t), +1)
                back = lambda t, side, look=look, go=go: look(go(4 - t), +1)
                values[f"{short}_v.y[{3 - column}]"] = back if column == 1 else values[f"{short}.y[{column}]"]
        body.append("  equation")
        for kind in SMOOTHNESS:
            back = text.replace("time", "(4 - time)")
            body.append(f"    {SHORT[kind]}.u = {text};\n    {SHORT[kind]}_v.u = {{{text}, {back}}};")
        case(P, f"Curve{extrapolation}", "\n".join(body), values, stop=4.0,
             why="one input for all columns, and one for each; the second of the vector runs backwards")
    body, values = [], {}
    for kind in ["LinearSegments", *SMOOTH]:
        short = SHORT[kind]
        body.append(f"    {T}.CombiTable1Ds {short}(table = {matrix(table)}, columns = {{2}}, smoothness = {KINDS}.Smoothness.{kind});\n"
                    f"    Real d_{short} = der({short}.y[1]);")
        look = curve(table, 1, kind, "LastTwoPoints")
        slope = lambda t, side, look=look: (look(sweep(t) + 1e-5, 1) - look(sweep(t) - 1e-5, 1)) / 1e-5
        values[f"d_{short}"] = slope
    body.append("  equation")
    body += [f"    {SHORT[kind]}.u = -3.03125 + 2*time;" for kind in ["LinearSegments", *SMOOTH]]
    case(P, "CurveDerivative", "\n".join(body), values, stop=4.0, within=1e-5,
         why="the derivative of a table in time, from differences of the curve over 2e-5; du/dt = 2")
    case(P, "CurveOneRow", f"    {T}.CombiTable1Ds a(table = [1, 5, 6]); {T}.CombiTable1Ds b(table = [0, 0; 1, 1; 2, 4; 4, 16]);\n"
         "    Real low = b.u_min, high = b.u_max;\n  equation\n    a.u = time;\n    b.u = 3*time - 1;",
         {"a.y[1]": constant(5), "a.y[2]": constant(6),
          "b.y[1]": lambda t, side: curve([[0, 0], [1, 1], [2, 4], [4, 16]], 1, "LinearSegments", "LastTwoPoints")(3 * t - 1, 1),
          "low": constant(0), "high": constant(4)}, why="a single row is a constant; the example of the documentation")


def surfaces():
    """`CombiTable2Ds` and `CombiTable2Dv`."""
    table = [[0, 1, 2, 4, 5], [0, 1, 3, 5, 2], [1, 2, 4, 6, 1], [1.5, 0, 5, 5, 3], [3, 1, 1, 2, 7]]
    ways = {"u": (lambda t: -1.03125 + 1.25 * t, "-1.03125 + 1.25*time"), "v": (lambda t: 0.28125 + 1.375 * t, "0.28125 + 1.375*time"),
            "w": (lambda t: 6.59375 - 1.5 * t, "6.59375 - 1.5*time")}
    for extrapolation in ("HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation"):
        body, values, equations = [], {}, []
        for kind in ("LinearSegments", "ContinuousDerivative", "ConstantSegments"):
            if (kind, extrapolation) == ("ConstantSegments", "LastTwoPoints"):
                continue
            short = SHORT[kind]
            facts = f"table = {matrix(table)}, smoothness = {KINDS}.Smoothness.{kind}, extrapolation = {KINDS}.Extrapolation.{extrapolation}"
            body.append(f"    {T}.CombiTable2Ds {short}({facts});\n    {T}.CombiTable2Dv {short}_v({facts}, n = 2);")
            (u, ut), (v, vt), (w, wt) = ways["u"], ways["v"], ways["w"]
            if extrapolation == "NoExtrapolation":
                u, ut = (lambda t: 0.03125 + 0.6875 * t), "0.03125 + 0.6875*time"
                v, vt = (lambda t: 1.03125 + 0.9375 * t), "1.03125 + 0.9375*time"
                w, wt = (lambda t: 4.84375 - 0.9375 * t), "4.84375 - 0.9375*time"
            look = surface(table, kind, extrapolation)
            values[f"{short}.y"] = lambda t, side, look=look, u=u, v=v: look(u(t), v(t))
            values[f"{short}_v.y[1]"] = values[f"{short}.y"]
            values[f"{short}_v.y[2]"] = lambda t, side, look=look, u=u, w=w: look(u(t), w(t))
            equations.append(f"    {short}.u1 = {ut};\n    {short}.u2 = {vt};\n"
                             f"    {short}_v.u1 = {{{ut}, {ut}}};\n    {short}_v.u2 = {{{vt}, {wt}}};")
        case(P, f"Surface{extrapolation}", "\n".join([*body, "  equation", *equations]), values, stop=4.0,
             why="bilinear, bicubic (Akima) and constant between the points of a grid, along two lines across it and its corners")
    small = [[0, 1, 2], [1, 1, 3], [2, 2, 7]]
    look = {kind: surface(small, kind, "LastTwoPoints") for kind in ("LinearSegments", "ContinuousDerivative")}
    case(P, "SurfaceSmall", f"    {T}.CombiTable2Ds linear(table = {matrix(small)});\n"
         f"    {T}.CombiTable2Ds akima(table = {matrix(small)}, smoothness = {KINDS}.Smoothness.ContinuousDerivative);\n"
         f"    {T}.CombiTable2Ds line(table = [0, 1, 2, 4; 3, 5, 6, 2], smoothness = {KINDS}.Smoothness.ContinuousDerivative);\n"
         f"    {T}.CombiTable2Ds pole(table = [0, 7; 1, 2; 2, 3; 4, 9]); {T}.CombiTable2Ds one(table = [0, 1; 2, 8]);\n"
         "    Real low = linear.u_min[2], high = linear.u_max[1];\n  equation\n" + "\n".join(f"    {b}.u1 = 0.28125 + time;\n    {b}.u2 = 2.71875 - time;" for b in ("linear", "akima", "line", "pole", "one")),
         {"linear.y": lambda t, side: look["LinearSegments"](0.28125 + t, 2.71875 - t),
          "akima.y": lambda t, side: look["ContinuousDerivative"](0.28125 + t, 2.71875 - t),
          "line.y": lambda t, side: curve([[1, 5], [2, 6], [4, 2]], 1, "ContinuousDerivative", "LastTwoPoints")(2.71875 - t, 1),
          "pole.y": lambda t, side: curve([[1, 2], [2, 3], [4, 9]], 1, "LinearSegments", "LastTwoPoints")(0.28125 + t, 1),
          "one.y": constant(8), "low": constant(1), "high": constant(2)},
         why="two points each way; a single row or column is a curve, a single value a constant")


time_tables()
time_table_options()
later_runs()
time_derivatives()
hours()
old_time_tables()
curves()
surfaces()
