//! Tables that are written point by point, so that memory does not grow with their number.

use std::io::{self, Seek, SeekFrom, Write};

use crate::{CsvTable, ResultFormat, Trajectory, write_mat_head, write_mat_point};

/// Writes a table as its points are computed. What it writes to is handed to every call.
#[derive(Debug)]
pub struct TableWriter {
    format: ResultFormat,
    form: Option<TableForm>,
}

/// What a table needs to know of its variables.
#[derive(Debug)]
enum TableForm {
    Csv(CsvTable),
    /// The variables, the times of the first and of the last point, and how many points there are.
    Mat(Box<Trajectory>, [f64; 2], usize),
}

impl TableWriter {
    /// A table that has not begun; none if the format is that of a picture.
    pub fn new(format: ResultFormat) -> Option<TableWriter> {
        format.is_table().then_some(TableWriter { format, form: None })
    }

    /// Begins the table of these variables.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn begin(&mut self, table: &Trajectory, out: &mut dyn Write) -> io::Result<()> {
        self.form = Some(match self.format {
            ResultFormat::Mat => {
                write_mat_head(table, [0.0; 2], 0, out)?;
                TableForm::Mat(Box::new(table.clone()), [f64::NAN; 2], 0)
            }
            _ => TableForm::Csv(CsvTable::begin(table, out)?),
        });
        Ok(())
    }

    /// Adds a point.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn point(&mut self, t: f64, values: &[f64], out: &mut dyn Write) -> io::Result<()> {
        match &mut self.form {
            None => Ok(()),
            Some(TableForm::Csv(table)) => table.point(t, values, out),
            Some(TableForm::Mat(_, [first, last], points)) => {
                if first.is_nan() {
                    *first = t;
                }
                *last = t;
                *points += 1;
                write_mat_point(t, values, out)
            }
        }
    }

    /// Ends the table: the head of a MAT file tells how many points follow.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn finish<W: Write + Seek>(self, out: &mut W) -> io::Result<()> {
        if let Some(TableForm::Mat(table, span, points)) = &self.form {
            out.seek(SeekFrom::Start(0))?;
            write_mat_head(table, *span, *points, out)?;
        }
        Ok(())
    }
}
