//! `wellposed explain`

use clap::ArgMatches;
use wellposed::page;
use wellposed::syntax::DiagnosticCode;

use crate::output::{Status, print, report_error};

pub(crate) fn run(options: &ArgMatches) -> Status {
    let Some(wanted) = options.get_one::<String>("code") else {
        let lines = DiagnosticCode::ALL.iter().map(|code| format!("{code}  {}\n", code.title()));
        print(&lines.collect::<String>());
        return Status::Fine;
    };
    let Some(code) = DiagnosticCode::find(wanted) else {
        report_error(&format!("there is no code `{wanted}`; `wellposed explain` lists them all"));
        return Status::Failed;
    };
    print(page(code));
    Status::Fine
}
