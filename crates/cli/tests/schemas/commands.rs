//! Commands whose documents are looked at: each of the program, on models that are right and on models that are wrong.

/// The name of the schema of a document, and the command that prints it in the folder of the corpus. `OUT` is a folder that
/// holds [`FILES`] and what the commands write.
pub(crate) fn commands() -> Vec<(&'static str, &'static str)> {
    vec![
        ("parse", "parse grammar/expressions.mo"),
        ("parse", "parse mistakes/arguments.mo mistakes/blocks.mo"),
        ("parse", "parse nowhere.mo"),
        ("fmt", "fmt --check grammar/comments.mo mistakes/arguments.mo"),
        ("flatten", "flatten balance/Balanced.mo"),
        ("flatten", "flatten debug/no_ground.mo"),
        ("flatten", "flatten mistakes/arguments.mo"),
        ("flatten", "flatten balance/Balanced.mo -m Nothing"),
        ("check", "check balance/Balanced.mo"),
        ("check", "check balance/Connectors.mo"),
        ("check", "check balance/ExtraEquation.mo --verbose"),
        ("check", "check balance/MissingEquation.mo --level 2"),
        ("check", "check mistakes/arguments.mo"),
        ("check", "check debug/E003-10.1.mo --fix --dry-run"),
        ("check", "check debug/same_beginning.mo --fix --dry-run"),
        ("check", "check debug/E000-fig5.mo --repair 2 --dry-run"),
        ("check", "check debug/E000-fig5.mo --repair 99"),
        ("check", "check packages/Good"),
        ("check", "check packages/Empty"),
        ("check", "check nowhere.mo"),
        ("check", "check OUT/project/Any.mo"),
        ("analyze", "analyze simulate/E001-rlc.mo"),
        ("analyze", "analyze debug/contradicting_loop.mo"),
        ("analyze", "analyze debug/hidden_starts.mo"),
        ("analyze", "analyze debug/E003-5.2.mo --all-ranks"),
        ("analyze", "analyze --at-start point/D002_gain.mo"),
        ("analyze", "analyze --at-start point/E002_1_3_4.mo"),
        ("analyze", "analyze --at-start point/not_square.mo"),
        ("analyze", "analyze simulate/E001-rlc.mo --emit schedule"),
        ("analyze", "analyze mistakes/arguments.mo"),
        ("system", "system system/E000-fig5.eqs"),
        ("system", "system system/X003-pryce.eqs"),
        ("system", "system system/networkx.gml"),
        ("system", "system system/duplicates.eqs"),
        ("init", "init simulate/E001-rlc.mo"),
        ("init", "init debug/E004-part5-5.mo"),
        ("init", "init debug/loop_given.mo"),
        ("init", "init debug/constraint_at_start.mo"),
        ("init", "init debug/hidden_starts.mo"),
        ("init", "init balance/ExtraEquation.mo"),
        ("init", "init mistakes/arguments.mo"),
        ("simulate", "simulate simulate/E001-rlc.mo -o OUT/rlc.csv -o OUT/rlc.mat"),
        ("simulate", "simulate simulate/E001-rlc.mo --solver explicit --certify"),
        ("simulate", "simulate OUT/Decay.mo -o OUT/decay.csv"),
        ("simulate", "simulate OUT/Decay.mo --param rate=1,2 --set-start x=1:3 -o OUT/runs.csv"),
        ("simulate", "simulate OUT/Decay.mo --param rate=1,-900 --stop 3 -o OUT/failed.csv"),
        ("simulate", "simulate simulate/chattering.mo -o OUT/chattering.csv"),
        ("simulate", "simulate balance/ExtraEquation.mo"),
        ("simulate", "simulate mistakes/arguments.mo"),
        ("simulate", "run simulate/E001-rlc.mo"),
        ("verify", "verify OUT/Decay.mo OUT/decay.csv"),
        ("verify", "verify OUT/Decay.mo OUT/wrong.csv"),
        ("verify", "verify OUT/Decay.mo OUT/other.csv"),
        ("verify", "verify OUT/Decay.mo OUT/broken.csv"),
        ("verify", "verify balance/ExtraEquation.mo OUT/wrong.csv"),
        ("verify", "verify mistakes/arguments.mo OUT/wrong.csv"),
        ("circuit", "circuit check circuit/002-LI.cir"),
        ("circuit", "circuit check circuit/002-Vloop.cir"),
        ("circuit", "circuit check circuit/002-Icut.cir"),
        ("circuit", "circuit index circuit/002-CVparallel.cir"),
        ("circuit", "circuit check circuit/measuring.cir"),
        ("circuit-analysis", "circuit op circuit/computed/measures.cir"),
        ("circuit-analysis", "circuit op circuit/002-LI.cir"),
        ("circuit-analysis", "circuit op circuit/002-CVparallel.cir"),
        ("circuit-analysis", "circuit op circuit/002-Vloop.cir"),
        ("circuit-analysis", "circuit dc circuit/computed/measures.cir"),
        ("circuit-analysis", "circuit tran circuit/computed/measures.cir -o OUT/measures.raw"),
        ("circuit-analysis", "circuit tran circuit/computed/harmonics.cir"),
        ("circuit-analysis", "circuit ac circuit/computed/measures.cir"),
        ("circuit-analysis", "circuit ac circuit/measure/resonance.cir"),
        ("circuit-analysis", "circuit tf circuit/computed/gain.cir"),
        ("circuit-analysis", "circuit tf circuit/computed/measures.cir"),
    ]
}

/// A model with an event, its result with wrong values and without the event, files that are no results of it, and a project that is wrong.
pub(crate) const FILES: [(&str, &str); 6] = [
    (
        "Decay.mo",
        "model Decay
  parameter Real rate = 2;
  Real x(start = 1, fixed = true);
  Boolean low;
equation
  der(x) = -rate*x;
  low = x < 0.5;
end Decay;
",
    ),
    ("wrong.csv", "time,x,der(x),low\n0,1,-2,0\n0.1,0.9,-1.6,0\n0.2,0.8,-1.4,0\n1,0.1,-0.2,1\n"),
    ("other.csv", "time,voltage,current\n0,1,2\n1,2,3\n"),
    ("broken.csv", "this is no table\n"),
    ("project/wellposed.toml", "libraries = nothing\n"),
    ("project/Any.mo", "model Any\nend Any;\n"),
];
