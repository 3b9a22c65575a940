//! Results: what is kept, and the files and pictures made of it.

#![allow(clippy::unwrap_used)]

use super::model;

use external::read_mat;
use model::Text;
use wellposed::plot::{Plot, TerminalSize, html, svg, terminal};
use wellposed::{Experiment, Overrides, Trajectory, flatten, write_csv, write_mat};

const BALL: &str = r#"
model Ball
  parameter Real e = 0.8 "Coefficient of restitution";
  constant Real g(unit = "m/s2") = 9.81;
  parameter String label = "ball";
  Real h(start = 1, fixed = true, unit = "m") "Height \"above\" ground";
  Real v(start = 0, fixed = true);
  Real down = -v;
  Real nothing = 0;
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
end Ball;
"#;

fn run(text: &str, name: &str, experiment: &Experiment) -> Trajectory {
    let text = Text::new(text);
    let found = flatten(&text.files, &text.loaded, name);
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    text.run(found.model.unwrap(), experiment, &Overrides::default()).unwrap()
}

fn ball(variables: &[&str]) -> Trajectory {
    let variables = variables.iter().map(ToString::to_string).collect();
    run(BALL, "Ball", &Experiment { stop: 0.6, interval: Some(0.1), variables, ..Experiment::default() })
}

#[test]
fn an_event_has_a_point_before_it_and_one_after_it() {
    let result = ball(&["v", "bounces"]);
    let bounce = (0..result.times.len()).find(|&point| result.value(point, 1) == 1.0).unwrap();
    assert_eq!(result.times[bounce - 1], result.times[bounce]);
    let (before, after) = (result.value(bounce - 1, 0), result.value(bounce, 0));
    assert!(before < -4.0 && (after + 0.8 * before).abs() < 1e-9, "{before} {after}");
    assert!(result.times.windows(2).all(|pair| pair[0] <= pair[1]));
}

#[test]
fn only_what_is_asked_for_is_kept_in_the_order_asked_for() {
    let names = |result: &Trajectory| -> Vec<String> {
        result.signals.iter().map(|signal| signal.name.clone()).collect()
    };
    assert_eq!(names(&ball(&["v", "h"])), ["v", "h"]);
    assert_eq!(names(&ball(&["der(*", "h", "h"])), ["der(h)", "der(v)", "h"]);
    let all = names(&ball(&[]));
    assert!(all.contains(&"e".to_string()) && all.contains(&"down".to_string()));
    assert!(!all.contains(&"label".to_string()) && !all.iter().any(|name| name.starts_with('$')), "{all:?}");
}

#[test]
fn a_table_has_no_parameters_unless_asked() {
    let table = |result: &Trajectory| {
        let mut bytes = Vec::new();
        write_csv(result, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(
        table(&ball(&[])).starts_with("time,h,v,down,nothing,bounces,der(h),der(v)\n0,1,0,0,0,0,0,-9.81\n")
    );
    assert!(table(&ball(&["e", "h"])).starts_with("time,e,h\n0,0.8,1\n"));
}

/// The columns of a matrix of letters, which our reader of tables has no use for.
fn texts(bytes: &[u8], wanted: &str) -> Vec<Vec<u8>> {
    let mut rest = bytes;
    loop {
        let number = |at: usize| i32::from_le_bytes(rest[4 * at..4 * at + 4].try_into().unwrap()) as usize;
        let (kind, rows, columns, name) = (number(0), number(1), number(2), 20 + number(4));
        let size = rows * columns * [8, 4, 4, 2, 2, 1][kind / 10];
        if rest[20..name - 1] == *wanted.as_bytes() {
            assert_eq!(kind, 51, "letters, least significant byte first");
            return rest[name..name + size].chunks(rows).map(<[u8]>::to_vec).collect();
        }
        rest = &rest[name + size..];
    }
}

#[test]
fn a_mat_file_is_read_back() {
    let result = ball(&[]);
    let mut bytes = Vec::new();
    write_mat(&result, &mut bytes).unwrap();
    let matrix = |name: &str| read_mat(&bytes, name).unwrap();
    let class = texts(&bytes, "Aclass");
    let lines: Vec<String> =
        (0..4).map(|row| class.iter().map(|column| column[row] as char).collect()).collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    assert_eq!(lines, ["Atrajectory", "1.1", "", "binTrans"]);
    let columns = |name: &str| -> Vec<String> {
        let letters = texts(&bytes, name).into_iter();
        letters.map(|column| String::from_utf8(column).unwrap().trim_end_matches('\0').to_string()).collect()
    };
    let (names, descriptions) = (columns("name"), columns("description"));
    assert_eq!(names[..4], ["time", "e", "g", "h"]);
    let (info, constant, moving) = (matrix("dataInfo"), matrix("data_1"), matrix("data_2"));
    assert_eq!(moving.columns, result.times.len());
    let find = |name: &str| names.iter().position(|known| known == name).unwrap();
    assert_eq!(descriptions[find("h")], "Height \"above\" ground [m]");
    assert_eq!(descriptions[find("g")], "[m/s2]");
    let value = |name: &str, point: usize| {
        let at = find(name);
        let row = info[(1, at)];
        let (matrix, point) = if info[(0, at)] == 1.0 { (&constant, 0) } else { (&moving, point) };
        row.signum() * matrix[(row.abs() as usize - 1, point)]
    };
    for (point, &t) in result.times.iter().enumerate() {
        assert_eq!(value("time", point), t);
        for name in &names[1..] {
            assert_eq!(value(name, point), result.value(point, result.variable(name).unwrap()), "{name} {t}");
        }
    }
    assert_eq!((info[(0, find("e"))], info[(0, find("nothing"))]), (1.0, 1.0), "what never changes");
    assert_eq!(info[(1, find("down"))], -info[(1, find("v"))], "an alias has no values of its own");
    assert_eq!(constant.columns, 2);
}

#[test]
fn curves_are_drawn_to_scale() {
    let text = "model Line\n  Real up(start = 0, fixed = true);\nequation\n  der(up) = 1;\nend Line;\n";
    let experiment = Experiment { interval: Some(0.25), ..Experiment::default() };
    let result = run(text, "Line", &experiment);
    let plot = Plot::new("Line", &result, &Plot::interesting(&result));
    let drawn = terminal(&plot, TerminalSize { columns: 40, rows: 6, color: false });
    assert_eq!(
        drawn,
        "Line
1.0 ┤                           ⢀⣀⡠⠤⠒ up
    │                      ⣀⠤⠔⠒⠉⠁
    │                 ⣀⠤⠔⠊⠉
0.5 ┤          ⢀⣀⠤⠤⠒⠊⠉
    │    ⣀⣀⠤⠔⠒⠉⠁
0.0 ┤⠤⠒⠊⠉
    └┬───────────────┬──────────────┬
    0.0             0.5            1.0 time
"
    );
    let colored = terminal(&plot, TerminalSize { columns: 40, rows: 6, color: true });
    assert!(colored.contains("\x1b[34m") && colored.contains("\x1b[34mup\x1b[0m"));
}

#[test]
fn units_and_sizes_have_panels_of_their_own() {
    let result = ball(&["h", "v", "down", "bounces"]);
    let plot = Plot::new("<Ball>", &result, &[0, 1, 2, 3]);
    let picture = svg(&plot);
    assert_eq!(picture.matches("fill=\"none\" stroke=\"#555\"").count(), 2, "metres, and the rest");
    assert_eq!(picture.matches("stroke-linejoin").count(), 4);
    assert!(picture.contains("&lt;Ball&gt;") && picture.contains(">h [m]</text>"));
    let page = html(&plot);
    assert!(page.contains("<title>&lt;Ball&gt;</title>") && page.contains("\"title\":\"\\u003cBall>\""));
    assert!(page.contains("addEventListener(\"wheel\"") && page.contains("addEventListener(\"pointermove\""));
    assert!(!page.contains("{{"), "every mark is replaced");
}

#[test]
fn what_is_interesting_are_outputs_then_states() {
    let names = |text: &str, name: &str| -> Vec<String> {
        let result = run(text, name, &Experiment::default());
        Plot::interesting(&result).iter().map(|&at| result.signals[at].name.clone()).collect()
    };
    assert_eq!(names(BALL, "Ball"), ["h", "v"]);
    let text = "model M\n  Real x(start = 1, fixed = true);\n  output Real y = 2*x;\n  output Real z = 3;\nequation\n  \
                der(x) = -x;\nend M;\n";
    assert_eq!(names(text, "M"), ["y"], "what stays as it is is not interesting");
    let text = "model N\n  Real y = sin(time);\nend N;\n";
    assert_eq!(names(text, "N"), ["y"]);
}
