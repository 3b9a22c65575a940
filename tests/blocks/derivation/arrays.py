"""The array functions of section 10.3 of the Modelica specification."""

from .case import constant, continuous, operator


def flat(name, value):
    """Elements by name."""
    if not isinstance(value, list):
        return {name: value}
    found = {}
    for at, part in enumerate(value, 1):
        inner = flat("", part)
        for rest, element in inner.items():
            rest = rest[1:-1]
            found[f"{name}[{at}{',' + rest if rest else ''}]"] = element
    return found


def table(cases):
    """Declarations and values: each is the type and the sizes, the expression and its elements at a time."""
    lines, values = [], {}
    for name, (kind, call, elements) in cases.items():
        base, _, sizes = kind.partition(" ")
        lines.append(f"  {base} {name}{sizes} = {call};")
        for element, value in flat(name, elements).items():
            values[element] = continuous(value) if callable(value) else constant(value)
    return "\n".join(lines), values


def functions():
    t = lambda t: t
    lines, values = table({
        "dims": ("Integer", "ndims(A)", 2), "sizes": ("Integer [2]", "size(A)", [2, 3]), "rows": ("Integer", "size(A, 1)", 2), "columns": ("Integer", "size(A, 2)", 3),
        "only": ("Real", "scalar({{time}})", t), "all_": ("Real [3]", "vector([1; time; 3])", [1, t, 3]), "column": ("Real [2,1]", "matrix({time, 2})", [[t], [2]]),
        "unit": ("Integer [2,2]", "identity(2)", [[1, 0], [0, 1]]), "diagonal_": ("Real [2,2]", "diagonal({time, 5})", [[t, 0], [0, 5]]),
        "none": ("Integer [2]", "zeros(2)", [0, 0]), "one": ("Integer [1,2]", "ones(1, 2)", [[1, 1]]), "filled": ("Real [2,2]", "fill(time, 2, 2)", [[t, t], [t, t]]),
        "spaced": ("Real [5]", "linspace(-1, 1, 5)", [-1, -0.5, 0, 0.5, 1]), "least": ("Real", "min(A)", lambda x: min(x, 1, -2)),
        "greatest": ("Real", "max({time, 1, x})", lambda x: max(x, 1, x * x)), "sum_": ("Real", "sum(A)", lambda x: x + 8),
        "product_": ("Real", "product({time, 2, -3})", lambda x: -6 * x), "turned": ("Real [3,2]", "transpose(A)", [[t, 4], [1, 5], [-2, 0]]),
        "outer_": ("Real [2,2]", "outerProduct({1, time}, {2, 3})", [[2, 3], [lambda x: 2 * x, lambda x: 3 * x]]),
        "upper": ("Real [2,2]", "symmetric([1, time; 7, 3])", [[1, t], [t, 3]]), "crossed": ("Real [3]", "cross({1, time, 0}, {0, 1, 2})", [lambda x: 2 * x, -2, 1]),
        "skewed": ("Real [3,3]", "skew({1, 2, time})", [[0, lambda x: -x, 2], [t, 0, -1], [-2, 1, 0]]),
        "joined": ("Real [2,4]", "cat(2, A, {{6}, {7}})", [[t, 1, -2, 6], [4, 5, 0, 7]]), "stacked": ("Real [3]", "cat(1, {time}, {1, 2})", [t, 1, 2]),
        "brackets": ("Real [2,3]", "[{1, 4}, [time, 3; 5, 6]]", [[1, t, 3], [4, 5, 6]]),
    })
    operator("array_functions", "10.3: each function of A = [t, 1, -2; 4, 5, 0] or of constants, element by element.", f"""
  Real x(start = 0, fixed = true);
  Real A[2, 3] = [time, 1, -2; 4, 5, 0];
{lines}
equation
  der(x) = 2*time;""", values, within=1e-6, interval=0.5)


def reductions():
    t = lambda t: t
    lines, values = table({
        "s": ("Real", "sum(i*time for i in 1:4)", lambda x: 10 * x), "p": ("Real", "product(i + time for i in {1, 2})", lambda x: (1 + x) * (2 + x)),
        "l": ("Real", "min(abs(i - time) for i in 0:3)", lambda x: min(abs(i - x) for i in range(4))), "g": ("Real", "max(i*(2 - i)*time for i in -1:2)", t),
        "none": ("Real", "sum(i for i in 1:0)", 0), "one": ("Real", "product(time for i in 1:0)", 1), "pairs": ("Integer", "sum(i*j for i in 1:3, j in 1:2)", 18),
        "made": ("Real [3]", "{i^2*time for i in 1:3}", [t, lambda x: 4 * x, lambda x: 9 * x]), "grid": ("Integer [2,3]", "{10*i + j for j in 1:3, i in 1:2}", [[11, 12, 13], [21, 22, 23]]),
        "range_": ("Real [4]", "0:0.5:1.5", [0, 0.5, 1, 1.5]), "down": ("Integer [3]", "3:-1:1", [3, 2, 1]), "end_": ("Real", "v[end] - v[end - 1]", lambda x: x - 2),
        "part": ("Real [2]", "v[{3, 1}]", [t, 1]), "odd": ("Real [2]", "v[1:2:3]", [1, t]),
    })
    operator("reductions", "10.3.4, 10.4, 10.5: reductions with iterators, of nothing too, comprehensions (the last iterator is the outermost), ranges and subscripts.", f"""
  Real v[3] = {{1, 2, time}};
{lines}""", values, interval=0.5)


def operations():
    t = lambda t: t
    lines, values = table({
        "mv": ("Real [2]", "M*v", [lambda x: x + 6, lambda x: 3 + 4 * 3]), "vm": ("Real [2]", "v*M", [lambda x: x + 9, lambda x: 2 + 12]),
        "mm": ("Real [2,2]", "M*M", [[lambda x: x * x + 6, lambda x: 2 * x + 8], [lambda x: 3 * x + 12, 22]]), "vv": ("Real", "v*v", 10),
        "square": ("Real [2,2]", "M^2", [[lambda x: x * x + 6, lambda x: 2 * x + 8], [lambda x: 3 * x + 12, 22]]), "unit": ("Real [2,2]", "M^0", [[1, 0], [0, 1]]),
        "each_": ("Real [2,2]", "M .* M", [[lambda x: x * x, 4], [9, 16]]), "over": ("Real [2]", "v ./ {2, 4}", [0.5, 0.75]), "powers": ("Real [2]", "v .^ 2", [1, 9]),
        "plus": ("Real [2]", "v .+ time", [lambda x: 1 + x, lambda x: 3 + x]), "minus": ("Real [2]", "-v + {time, 1}", [lambda x: x - 1, -2]),
        "scaled": ("Real [2]", "v/2", [0.5, 1.5]), "sines": ("Real [2]", "v*sin(0) + abs({-time, time})", [t, t]), "floors": ("Real [2]", "floor({0.5, -0.5})", [0, -1]),
        "picked": ("Real [2]", "M[:, 1]", [t, 3]), "row": ("Real [2]", "M[2, :]", [3, 4]), "choice": ("Real [2]", "if time < 10 then v else {0, 0}", [1, 3]),
    })
    operator("array_operations", "10.6: products, powers and operations element by element of M = [t, 2; 3, 4] and v = {1, 3}; functions of scalars take arrays (12.4.6).", f"""
  Real M[2, 2] = [time, 2; 3, 4];
  Real v[2] = {{1, 3}};
{lines}""", values, interval=0.5)


functions()
reductions()
operations()
