"""Blocks of `Modelica.Blocks.Routing` and `Modelica.Blocks.Interaction`, which pass signals on."""

from .case import case, constant, continuous, held, reached

P = "Routing"
R = "Modelica.Blocks.Routing"
SHOW = "Modelica.Blocks.Interaction.Show"


def routing():
    t = continuous(lambda t: t)
    case(P, "Copies", f"    {R}.Replicator a(nout = 3); {R}.IntegerReplicator b(nout = 2); {R}.BooleanReplicator c(nout = 2); {R}.RealPassThrough d; {R}.IntegerPassThrough e; {R}.BooleanPassThrough f;\n"
         "  equation\n    a.u = time;\n    b.u = if time >= 1 then 4 else 3;\n    c.u = time >= 1;\n    d.u = -time;\n    e.u = if time >= 1 then 4 else 3;\n    f.u = time >= 1;",
         {"a.y[1]": t, "a.y[3]": t, "b.y[2]": held([(1.0, 4)], 3), "c.y[1]": held([(1.0, 1)]), "c.y[2]": held([(1.0, 1)]), "d.y": continuous(lambda t: -t),
          "e.y": held([(1.0, 4)], 3), "f.y": held([(1.0, 1)])}, events=[1.0], why="copies of a signal")
    index = lambda t, side: 1 + sum(reached(t, side, 0.5 * k) for k in (1, 2, 3))
    case(P, "Extraction", f"    {R}.ExtractSignal a(nin = 3, nout = 2, extract = {{3, 1}}); {R}.Extractor b(nin = 4); {R}.Extractor c(nin = 2, allowOutOfRange = true, outOfRangeValue = -9);\n"
         "  equation\n    a.u = {time, 2, time^2};\n    b.u = {time, -time, 10, time^2};\n    b.index = if time >= 1.5 then 4 else 1 + integer(2*time);\n    c.u = {time, 5};\n    c.index = b.index;",
         {"a.y[1]": continuous(lambda t: t * t), "a.y[2]": t, "b.y": lambda t, side: (t, -t, 10, t * t)[index(t, side) - 1],
          "c.y": lambda t, side: (t, 5, -9, -9)[index(t, side) - 1]}, events=[0.5, 1.0, 1.5, 2.0], why="elements of a vector, by constants and by an Integer signal, also out of range")
    many = "\n".join(f"    {R}.Multiplex{n} m{n}(n1 = 2); {R}.DeMultiplex{n} d{n}(n2 = 2);" for n in range(2, 7))
    equations, values = [], {}
    for n in range(2, 7):
        equations.append(f"    m{n}.u1 = {{time, 1}};")
        equations += [f"    m{n}.u{k} = {{{k}*time}};" for k in range(2, n + 1)]
        equations.append(f"    d{n}.u = m{n}.y;")
        whole = [lambda t: t, lambda t: 1.0] + [lambda t, k=k: k * t for k in range(2, n + 1)]
        for at, value in enumerate(whole, 1):
            values[f"m{n}.y[{at}]"] = continuous(value)
        parts = [["y1[1]"], ["y2[1]", "y2[2]"]] + [[f"y{k}[1]"] for k in range(3, n + 1)]
        for name, value in zip([name for part in parts for name in part], whole):
            values[f"d{n}.{name}"] = continuous(value)
    case(P, "Multiplexers", f"{many}\n    {R}.Multiplex m(n = 3); {R}.DeMultiplex d(n = 3);\n  equation\n" + "\n".join(equations) + "\n    m.u = {time, 2, 3};\n    d.u = m.y;",
         values | {"m.y[1]": t, "d.y[1]": t, "d.y[3]": constant(3)}, interval=0.5, why="signals joined in their order and parted again")
    case(P, "Show", f"    {SHOW}.RealValue a(use_numberPort = false, number = time), b; {SHOW}.IntegerValue c(use_numberPort = false, number = if time >= 1 then 4 else 3); {SHOW}.BooleanValue d;\n"
         "  equation\n    b.numberPort = 2*time;\n    d.activePort = time >= 1;",
         {"a.showNumber": t, "b.showNumber": continuous(lambda t: 2 * t), "c.showNumber": held([(1.0, 4)], 3), "d.showActive": held([(1.0, 1)])}, events=[1.0],
         why="what is shown is what comes in")


routing()
