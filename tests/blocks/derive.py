#!/usr/bin/env python3
"""Writes the models and the tables of expected values of this folder.

Every value is computed here from the documented definition of a block, with nothing but the mathematics of the Python
library: none comes from a simulation. `derive.py` writes the files, `derive.py --check` says whether they are what it would
write.
"""

import pathlib
import sys

from derivation import (  # noqa: F401  the imports add the cases
    arrays,
    continuous,
    discrete,
    event_iteration,
    event_limits,
    event_operators,
    logical,
    mathematics,
    noise,
    nonlinear,
    operators,
    routing,
    sources,
    special_operators,
    tables,
)
from derivation.case import CASES, OPERATORS

HERE = pathlib.Path(__file__).resolve().parent

# Where models go that need no library, so that every run of the tests has them.
CORPUS = "../corpus/simulate/operators"


def texts():
    """What the files hold, by name."""
    files = {}
    for package in sorted({case.package for case in CASES}):
        models = [case for case in CASES if case.package == package]
        head = f"// Written by derive.py, as are the tables of expected values in the folder {package}.\n"
        body = "\n".join(case.model() for case in models)
        files[f"{package}.mo"] = f"{head}package {package}Cases\n{body}end {package}Cases;\n"
        for case in models:
            files[f"{package}/{case.name}.csv"] = case.table()
    for case in OPERATORS:
        files[f"{CORPUS}/{case.name}.mo"] = case.standalone()
        files[f"{CORPUS}/{case.name}.rows"] = case.table()
    return files


def main():
    files = texts()
    present = {str(path.relative_to(HERE)) for end in ("*.mo", "*/*.csv") for path in HERE.glob(end)}
    present |= {f"{CORPUS}/{path.name}" for path in (HERE / CORPUS).glob("*.*")}
    if "--check" in sys.argv[1:]:
        wrong = [name for name, text in files.items() if name not in present or (HERE / name).read_text() != text]
        wrong += sorted(present - set(files))
        print(f"{len(files) - len(wrong)} of {len(files)} files are up to date", *wrong, sep="\n")
        return 1 if wrong else 0
    for name in sorted(present - set(files)):
        (HERE / name).unlink()
    for name, text in files.items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_text(text)
    print(f"{len(CASES)} cases of blocks, {len(OPERATORS)} of operators")
    return 0


if __name__ == "__main__":
    sys.exit(main())
