//! LAPACK by its FORTRAN names. Matrices come as matrices, so leading dimensions and work arrays are not looked at.
//! The last argument says whether it went well, and is zero if it did.

use linear::lapack::{
    DenseLu, Hessenberg, Qr, Schur, Triangle, cholesky, constrained, eigenvalues, eigenvectors,
    from_hessenberg, least_squares, reorder, schur, solve_sylvester, svd,
};

use super::World;
use super::pure::give;
use crate::argument::ExternalArguments;
use crate::{ExternalFailure, ExternalResult, ExternalValue, Matrix, model_error};

type LapackCallResult = ExternalResult<Option<ExternalValue>>;

/// A square matrix.
fn square(arguments: &ExternalArguments, at: usize) -> ExternalResult<Matrix> {
    let matrix = arguments.matrix(at)?;
    if matrix.rows == matrix.columns { Ok(matrix) } else { misfit() }
}

/// A matrix with so many rows, or more.
fn tall(arguments: &ExternalArguments, at: usize, rows: usize) -> ExternalResult<Matrix> {
    let matrix = arguments.matrix(at)?;
    if matrix.rows >= rows { Ok(matrix) } else { misfit() }
}

fn misfit<T>() -> ExternalResult<T> {
    model_error("the sizes of matrices do not fit together")
}

fn count_from_one(numbers: &[usize]) -> Vec<i64> {
    numbers.iter().map(|&number| number as i64 + 1).collect()
}

fn info(arguments: &mut ExternalArguments, at: usize, failed: Option<usize>) -> LapackCallResult {
    arguments.set(at, failed.unwrap_or(0) as i64);
    Ok(None)
}

/// True if a text argument begins with a letter.
fn says(arguments: &ExternalArguments, at: usize, letter: char) -> ExternalResult<bool> {
    Ok(arguments.text(at)?.starts_with([letter, letter.to_ascii_lowercase()]))
}

/// The factors that an earlier call left in two arguments.
fn factored(arguments: &ExternalArguments, factors: usize, pivots: usize) -> ExternalResult<DenseLu> {
    let factors = square(arguments, factors)?;
    let pivots: Option<Vec<usize>> =
        arguments.integers(pivots)?.into_iter().map(|pivot| usize::try_from(pivot - 1).ok()).collect();
    match pivots {
        Some(pivots) if pivots.iter().all(|&pivot| pivot < factors.rows) && pivots.len() <= factors.rows => {
            Ok(DenseLu { factors, pivots, singular: None })
        }
        _ => misfit(),
    }
}

pub(super) fn dgetrf(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let lu = DenseLu::new(arguments.matrix(2)?);
    arguments.set(2, lu.factors);
    arguments.set(4, count_from_one(&lu.pivots));
    info(arguments, 5, lu.singular)
}

pub(super) fn dgetrs(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let lu = factored(arguments, 3, 5)?;
    let x = lu.solve(&tall(arguments, 6, lu.factors.rows)?, !says(arguments, 0, 'N')?);
    arguments.set(6, x);
    info(arguments, 8, None)
}

pub(super) fn dgetri(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let lu = factored(arguments, 1, 3)?;
    let singular = (0..lu.factors.rows).find(|&at| lu.factors[(at, at)] == 0.0);
    if singular.is_none() {
        arguments.set(1, lu.inverse());
    }
    info(arguments, 6, singular.map(|at| at + 1))
}

pub(super) fn dgesv(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let lu = DenseLu::new(square(arguments, 2)?);
    if lu.singular.is_none() {
        let x = lu.solve(&tall(arguments, 5, lu.factors.rows)?, false);
        arguments.set(5, x);
    }
    arguments.set(2, lu.factors);
    arguments.set(4, count_from_one(&lu.pivots));
    info(arguments, 7, lu.singular)
}

/// Neither scaling nor bounds of errors, but the condition.
pub(super) fn dgesvx(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let a = square(arguments, 4)?;
    let lu = DenseLu::new(a.clone());
    let mut failed = lu.singular;
    if failed.is_none() {
        let x = lu.solve(&tall(arguments, 12, a.rows)?, !says(arguments, 1, 'N')?);
        let reciprocal = 1.0 / (norm(&a, "1")? * norm(&lu.inverse(), "1")?);
        arguments.set(14, x);
        arguments.set(16, reciprocal);
        // Solved, but not to be trusted.
        failed = (reciprocal < f64::EPSILON).then_some(a.rows + 1);
    }
    arguments.set(6, lu.factors);
    arguments.set(8, count_from_one(&lu.pivots));
    info(arguments, 21, failed)
}

/// Solves for the right-hand sides at an argument; the last argument, the one after the next, says whether it went well.
fn solve_square(arguments: &mut ExternalArguments, matrix: Matrix, sides: usize) -> LapackCallResult {
    let lu = DenseLu::new(matrix);
    let sides_given = tall(arguments, sides, lu.factors.rows)?;
    if lu.singular.is_none() {
        arguments.set(sides, lu.solve(&sides_given, false));
    }
    info(arguments, sides + 2, lu.singular)
}

pub(super) fn dgbsv(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let count = |at: usize| Ok(usize::try_from(arguments.integer(at)?).unwrap_or(0));
    let (below, above, stored) = (count(1)?, count(2)?, arguments.matrix(4)?);
    let n = stored.columns;
    if stored.rows != 2 * below + above + 1 {
        return misfit();
    }
    let matrix = Matrix::from_fn(n, n, |row, column| {
        let inside = row <= column + below && column <= row + above;
        if inside { stored[(below + above + row - column, column)] } else { 0.0 }
    });
    solve_square(arguments, matrix, 7)
}

pub(super) fn dgtsv(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let (lower, diagonal, upper) = (arguments.reals(2)?, arguments.reals(3)?, arguments.reals(4)?);
    let n = diagonal.len();
    if lower.len() + 1 < n || upper.len() + 1 < n {
        return misfit();
    }
    let matrix = Matrix::from_fn(n, n, |row, column| match (row, column) {
        _ if row == column => diagonal[row],
        _ if row == column + 1 => lower[column],
        _ if column == row + 1 => upper[row],
        _ => 0.0,
    });
    solve_square(arguments, matrix, 5)
}

/// Puts a solution into the first rows of an argument.
fn set_rows(arguments: &mut ExternalArguments, at: usize, solution: &Matrix) -> ExternalResult<()> {
    let old = tall(arguments, at, solution.rows)?;
    let new = Matrix::from_fn(old.rows, old.columns, |row, column| {
        if row < solution.rows { solution[(row, column)] } else { 0.0 }
    });
    arguments.set(at, new);
    Ok(())
}

fn first_rows(matrix: &Matrix, rows: usize) -> Matrix {
    Matrix { rows, columns: matrix.columns, items: matrix.items[..rows * matrix.columns].to_vec() }
}

pub(super) fn dgels(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let mut a = arguments.matrix(4)?;
    if !says(arguments, 0, 'N')? {
        a = a.transposed();
    }
    let b = first_rows(&tall(arguments, 6, a.rows)?, a.rows);
    let least = least_squares(&a, &b, 0.0);
    set_rows(arguments, 6, &least.solution)?;
    let full = least.rank == a.rows.min(a.columns);
    info(arguments, 10, (!full).then_some(least.rank + 1))
}

pub(super) fn dgelsy(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let a = arguments.matrix(3)?;
    let b = first_rows(&tall(arguments, 5, a.rows)?, a.rows);
    let least = least_squares(&a, &b, arguments.real(8)?);
    set_rows(arguments, 5, &least.solution)?;
    arguments.set(7, count_from_one(&least.order));
    arguments.set(9, least.rank as i64);
    info(arguments, 12, None)
}

pub(super) fn dgglse(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let (a, b) = (arguments.matrix(3)?, arguments.matrix(5)?);
    let (c, d) = (tall(arguments, 7, a.rows)?, tall(arguments, 8, b.rows)?);
    if a.columns != b.columns || c.columns != 1 || d.columns != 1 {
        return misfit();
    }
    match constrained(&a, &b, &first_rows(&c, a.rows), &first_rows(&d, b.rows)) {
        Some(x) => {
            arguments.set(9, x.items);
            info(arguments, 12, None)
        }
        None => info(arguments, 12, Some(1)),
    }
}

pub(super) fn dgeqrf(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let qr = Qr::new(arguments.matrix(2)?, false);
    arguments.set(2, qr.factors);
    arguments.set(4, qr.tau);
    info(arguments, 7, None)
}

pub(super) fn dgeqp3(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let qr = Qr::new(arguments.matrix(2)?, true);
    arguments.set(2, qr.factors);
    arguments.set(4, count_from_one(&qr.order));
    arguments.set(5, qr.tau);
    info(arguments, 8, None)
}

/// The reflections that an earlier call left in two arguments.
fn reflections(arguments: &ExternalArguments, factors: usize, tau: usize) -> ExternalResult<Qr> {
    let (factors, tau) = (arguments.matrix(factors)?, arguments.reals(tau)?);
    if tau.len() > factors.rows.min(factors.columns) {
        return misfit();
    }
    let order = (0..factors.columns).collect();
    Ok(Qr { factors, tau, order })
}

pub(super) fn dorgqr(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let qr = reflections(arguments, 3, 5)?;
    arguments.set(3, qr.q(qr.factors.columns));
    info(arguments, 8, None)
}

pub(super) fn dormqr(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let qr = reflections(arguments, 5, 7)?;
    let (left, transposed) = (says(arguments, 0, 'L')?, !says(arguments, 1, 'N')?);
    let mut c = arguments.matrix(8)?;
    // C·Q is the transpose of Qᵀ·Cᵀ.
    let mut turned = if left { c } else { c.transposed() };
    if turned.rows != qr.factors.rows {
        return misfit();
    }
    qr.apply(&mut turned, transposed == left);
    c = if left { turned } else { turned.transposed() };
    arguments.set(8, c);
    info(arguments, 12, None)
}

pub(super) fn dpotrf(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let mut a = square(arguments, 2)?;
    let failed = cholesky(&mut a, says(arguments, 0, 'U')?);
    arguments.set(2, a);
    info(arguments, 4, failed)
}

pub(super) fn dgesvd(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let found = svd(&arguments.matrix(4)?);
    arguments.set(6, found.values);
    if says(arguments, 0, 'A')? {
        arguments.set(7, found.u);
    }
    if says(arguments, 1, 'A')? {
        arguments.set(9, found.vt);
    }
    info(arguments, 13, None)
}

pub(super) fn dgesdd(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let found = svd(&arguments.matrix(3)?);
    arguments.set(5, found.values);
    if says(arguments, 0, 'A')? {
        arguments.set(6, found.u);
        arguments.set(8, found.vt);
    }
    info(arguments, 13, None)
}

pub(super) fn dgehrd(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let found = Hessenberg::new(square(arguments, 3)?);
    arguments.set(3, found.factors);
    arguments.set(5, found.tau);
    info(arguments, 8, None)
}

pub(super) fn dorghr(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let (factors, tau) = (square(arguments, 3)?, arguments.reals(5)?);
    if tau.len() + 1 > factors.rows.max(1) {
        return misfit();
    }
    arguments.set(3, Hessenberg { factors, tau }.q());
    info(arguments, 8, None)
}

/// Sets the two arguments that hold the parts of eigenvalues.
fn set_spectrum(arguments: &mut ExternalArguments, at: usize, t: &Matrix) {
    let spectrum = eigenvalues(t);
    arguments.set(at, spectrum.real);
    arguments.set(at + 1, spectrum.imaginary);
}

pub(super) fn dgees(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let Some(Schur { t, z }) = schur(&square(arguments, 4)?) else { return info(arguments, 14, Some(1)) };
    set_spectrum(arguments, 7, &t);
    arguments.set(4, t);
    arguments.set(9, z);
    info(arguments, 14, None)
}

pub(super) fn dhseqr(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let h = square(arguments, 5)?;
    let n = h.rows;
    let clean = Matrix::from_fn(n, n, |row, column| if row > column + 1 { 0.0 } else { h[(row, column)] });
    let z = if says(arguments, 1, 'V')? { square(arguments, 9)? } else { Matrix::identity(n) };
    if z.rows != n {
        return misfit();
    }
    let found = from_hessenberg(clean, z);
    let Some(Schur { t, z }) = found else { return info(arguments, 13, Some(1)) };
    set_spectrum(arguments, 7, &t);
    if says(arguments, 0, 'S')? {
        arguments.set(5, t);
    }
    if !says(arguments, 1, 'N')? {
        arguments.set(9, z);
    }
    info(arguments, 13, None)
}

/// The estimates of conditions that `dtrsen` can give are left out.
pub(super) fn dtrsen(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let (select, t) = (arguments.booleans(2)?, square(arguments, 4)?);
    let z = if says(arguments, 1, 'V')? { square(arguments, 6)? } else { Matrix::identity(t.rows) };
    if select.len() != t.rows || z.rows != t.rows {
        return misfit();
    }
    let Some((Schur { t, z }, front)) = reorder(Schur { t, z }, |at| select[at]) else {
        return info(arguments, 17, Some(1));
    };
    set_spectrum(arguments, 8, &t);
    arguments.set(4, t);
    arguments.set(6, z);
    arguments.set(10, front as i64);
    info(arguments, 17, None)
}

/// Left eigenvectors are not found.
pub(super) fn dgeev(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    if says(arguments, 0, 'V')? {
        return Err(ExternalFailure::Missing);
    }
    let a = square(arguments, 3)?;
    let Some((spectrum, vectors)) = eigenvectors(&a) else { return info(arguments, 13, Some(1)) };
    arguments.set(5, spectrum.real);
    arguments.set(6, spectrum.imaginary);
    if says(arguments, 1, 'V')? {
        arguments.set(9, vectors);
    }
    info(arguments, 13, None)
}

/// A norm by the letter that LAPACK has for it.
fn norm(a: &Matrix, letter: &str) -> ExternalResult<f64> {
    let largest_row = |a: &Matrix| {
        let sum = |row: usize| a.row(row).iter().map(|item| item.abs()).sum::<f64>();
        (0..a.rows).map(sum).fold(0.0, f64::max)
    };
    match letter.bytes().next() {
        Some(b'M' | b'm') => Ok(a.items.iter().fold(0.0, |most: f64, item| most.max(item.abs()))),
        Some(b'1' | b'O' | b'o') => Ok(largest_row(&a.transposed())),
        Some(b'I' | b'i') => Ok(largest_row(a)),
        Some(b'F' | b'f' | b'E' | b'e') => Ok(a.items.iter().fold(0.0, |sum: f64, item| sum.hypot(*item))),
        _ => model_error(format!("there is no norm \"{letter}\"")),
    }
}

pub(super) fn dlange(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    give(norm(&arguments.matrix(3)?, arguments.text(0)?)?)
}

/// The condition itself and not an estimate. The rows' exchanges change neither norm of the inverse.
pub(super) fn dgecon(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let factors = square(arguments, 2)?;
    let singular = (0..factors.rows).any(|at| factors[(at, at)] == 0.0);
    let lu = DenseLu { factors, pivots: Vec::new(), singular: None };
    let size = if singular { f64::INFINITY } else { norm(&lu.inverse(), arguments.text(0)?)? };
    let reciprocal = 1.0 / (size * arguments.real(4)?);
    arguments.set(5, if reciprocal.is_finite() { reciprocal } else { 0.0 });
    info(arguments, 8, None)
}

pub(super) fn dtrsm(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let (left, transposed) = (says(arguments, 0, 'L')?, !says(arguments, 2, 'N')?);
    let a = square(arguments, 7)?;
    let x = arguments.matrix(9)?;
    // X·A = B is Aᵀ·Xᵀ = Bᵀ.
    let mut x = if left { x } else { x.transposed() };
    if x.rows != a.rows {
        return misfit();
    }
    let alpha = arguments.real(6)?;
    x.items.iter_mut().for_each(|item| *item *= alpha);
    let (upper, unit) = (says(arguments, 1, 'U')?, says(arguments, 3, 'U')?);
    Triangle { upper, unit, transposed: transposed == left }.solve(&a, &mut x);
    arguments.set(9, if left { x } else { x.transposed() });
    Ok(None)
}

pub(super) fn dtrsyl(arguments: &mut ExternalArguments, _: &mut World) -> LapackCallResult {
    let plain = |at: usize| says(arguments, at, 'N');
    let (mut a, mut b) = (square(arguments, 5)?, square(arguments, 7)?);
    a = if plain(0)? { a } else { a.transposed() };
    b = if plain(1)? { b } else { b.transposed() };
    let c = arguments.matrix(9)?;
    if (c.rows, c.columns) != (a.rows, b.rows) {
        return misfit();
    }
    let found = solve_sylvester(&a, &b, &c, arguments.integer(2)? as f64);
    let failed = found.is_none();
    if let Some(x) = found {
        arguments.set(9, x);
    }
    arguments.set(11, 1.0);
    info(arguments, 12, failed.then_some(1))
}
