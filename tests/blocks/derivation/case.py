"""What a case is, and how its model and its table of expected values are written.

A value is a function of the time and of a side: -1 for the limit from the left, which is what is recorded before an event,
and +1 for the value after all events at that time.
"""

# Times closer than this are the same time.
SAME = 1e-11

CASES = []

# Cases that need no library.
OPERATORS = []


class Case:
    """A model of a package, and what its variables are."""

    def __init__(self, package, name, body, values, **facts):
        self.package = package
        self.name = name
        self.body = body.strip("\n")
        self.values = values
        self.stop = facts.pop("stop", 2.0)
        self.interval = facts.pop("interval", 0.125)
        self.events = sorted(facts.pop("events", []))
        self.start = facts.pop("start", 0.0)
        # How far a value may be off, of one or of its size.
        self.within = facts.pop("within", 1e-9)
        self.solver = facts.pop("solver", 1e-8)
        # When the run ends: before its stop time if the model terminates it.
        self.ends = facts.pop("ends", self.stop)
        self.why = facts.pop("why")
        # Times of the grid that are left out, for instance where a relation is undecided.
        self.skip = facts.pop("skip", [])
        assert not facts, facts

    def model(self):
        """The text of the model."""
        start = "" if self.start == 0.0 else f"StartTime = {number(self.start)}, "
        return (
            f"  // {self.why}\n  model {self.name}\n{self.body}\n"
            f"    annotation(experiment({start}StopTime = {number(self.stop)}, Interval = {number(self.interval)}, "
            f"Tolerance = {number(self.solver)}));\n  end {self.name};\n"
        )

    def standalone(self):
        """The text of a model that stands alone."""
        start = "" if self.start == 0.0 else f"StartTime = {number(self.start)}, "
        return (
            f"// {self.why}\nmodel {self.name}\n{self.body}\n"
            f"  annotation(experiment({start}StopTime = {number(self.stop)}, Interval = {number(self.interval)}, "
            f"Tolerance = {number(self.solver)}));\nend {self.name};\n"
        )

    def rows(self):
        """The times that are looked at, each with its side."""
        count = round((self.stop - self.start) / self.interval)
        grid = [self.start + at * self.interval for at in range(count + 1)]
        assert abs(grid[-1] - self.stop) < SAME, "the grid ends before the run"
        times = [t for t in grid if all(abs(t - other) > SAME for other in self.events + self.skip)]
        rows = [(t, +1) for t in times]
        for t in self.events:
            if t > self.start + SAME:
                rows.append((t, -1))
            rows.append((t, +1))
        rows = sorted(row for row in rows if row[0] <= self.ends + SAME)
        assert abs(rows[-1][0] - self.ends) < SAME, "the last row of a table is where the run ends"
        return rows

    def table(self):
        """The text of the table."""
        names = ",".join(["time", *self.values])
        why = self.why.replace("\n//", "")
        lines = [f"# within {number(self.within)}: {why}", names]
        for t, side in self.rows():
            cells = [number(t) + ("-" if side < 0 else "")]
            cells += [number(float(value(t, side))) for value in self.values.values()]
            lines.append(",".join(cells))
        return "\n".join(lines) + "\n"


def case(package, name, body, values, **facts):
    """Adds a case."""
    assert all((c.package, c.name) != (package, name) for c in CASES), name
    CASES.append(Case(package, name, body, values, **facts))


def operator(name, why, body, values, **facts):
    """Adds a case that needs no library; its model has the name of its file."""
    facts.pop("name", None)
    OPERATORS.append(Case("", name, body, values, why=why, **facts))


def number(value):
    """A number as text: as short as reading it back allows, without a noise of the last bits around zero."""
    if abs(value) < 1e-300:
        return "0"
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


def reached(t, side, at):
    """Whether `time >= at` in a row: before the event of that time it is not yet true."""
    return t > at + SAME or (abs(t - at) <= SAME and side > 0)


def constant(value):
    """A value that does not change."""
    return lambda t, side: value


def held(times, before=0.0):
    """A value that changes at times: pairs of a time and the value from then on."""

    def value(t, side):
        found = before
        for at, after in times:
            if reached(t, side, at):
                found = after
        return found

    return value


def continuous(function):
    """A value without jumps."""
    return lambda t, side: function(t)


# What is right after, and right before an event.
TINY = 1e-9


def jumping(function, last=None):
    """A value that jumps: looked at right before and right after, at the end of the run exactly there."""

    def value(t, side):
        exact = last is not None and abs(t - last) < 1e-9 and side > 0
        return function(t if exact else t + side * TINY)

    return value
