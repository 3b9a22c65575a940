//! Eigenvalues of a sparse pencil G + sC near a real shift.

use base::{SplitMix64, norm};
use linear::lapack::eigenvectors;
use linear::{Lu, Matrix, Pattern, Symbolic};

/// How many dimensions of Krylov's space are looked at, and of how many where there are more unknowns than some.
const DIMENSIONS: usize = 60;
const FEWER: usize = 30;
const MANY: usize = 300;
/// A direction that is left after the others were taken out of it is none below this part.
const NOTHING: f64 = 1e-13;
/// Each equation holds to this part of its terms.
const HOLDS: f64 = 1e-6;

/// An eigenvalue with its vector.
#[derive(Clone, Debug)]
pub(super) struct Eigenpair {
    /// Real and imaginary part.
    pub(super) value: [f64; 2],
    /// The vector, turned so that its largest element is real.
    pub(super) real: Vec<f64>,
    pub(super) imaginary: Vec<f64>,
}

/// A pencil with a shift that is no eigenvalue.
pub(super) struct ShiftedPencil<'a> {
    pattern: &'a Pattern,
    g: &'a [f64],
    c: &'a [f64],
    shift: f64,
    /// What each unknown is measured in.
    scales: &'a [f64],
    lu: std::cell::RefCell<Lu>,
}

impl<'a> ShiftedPencil<'a> {
    pub(super) fn new(
        symbolic: &'a Symbolic,
        (g, c): (&'a [f64], &'a [f64]),
        shift: f64,
        scales: &'a [f64],
    ) -> Option<ShiftedPencil<'a>> {
        let values: Vec<f64> = g.iter().zip(c).map(|(g, c)| g + shift * c).collect();
        let lu = Lu::factor(symbolic, &values).ok()?;
        Some(ShiftedPencil { pattern: symbolic.pattern(), g, c, shift, scales, lu: lu.into() })
    }

    /// (G + σC)⁻¹ C times a vector, both in units of the scales.
    fn times(&self, x: &[f64]) -> Option<Vec<f64>> {
        let x: Vec<f64> = x.iter().zip(self.scales).map(|(x, scale)| x * scale).collect();
        let mut product = vec![0.0; x.len()];
        self.pattern.add_product(self.c, &x, &mut product);
        self.lu.borrow_mut().solve(&mut product).ok()?;
        for (item, scale) in product.iter_mut().zip(self.scales) {
            *item /= scale;
        }
        product.iter().all(|item| item.is_finite()).then_some(product)
    }

    /// Eigenvalues near the shift, of which each solves the equations.
    pub(super) fn eigenpairs(&self) -> Vec<Eigenpair> {
        let Some((basis, h)) = self.arnoldi() else { return Vec::new() };
        let Some((spectrum, vectors)) = eigenvectors(&h) else { return Vec::new() };
        let largest = spectrum
            .real
            .iter()
            .zip(&spectrum.imaginary)
            .fold(0f64, |most, (re, im)| most.max(re.hypot(*im)));
        let mut found = Vec::new();
        for at in 0..spectrum.real.len() {
            let (re, im) = (spectrum.real[at], spectrum.imaginary[at]);
            // The second of a pair says the same; what is all but zero belongs to constraints.
            if im < 0.0 || re.hypot(im) <= f64::EPSILON * largest {
                continue;
            }
            let combine = |column: usize| {
                let mut sum = vec![0.0; self.scales.len()];
                for (row, direction) in basis.iter().enumerate() {
                    let part = vectors[(row, column)];
                    for (sum, item) in sum.iter_mut().zip(direction) {
                        *sum += part * item;
                    }
                }
                sum
            };
            let real = combine(at);
            let imaginary = if im == 0.0 { vec![0.0; real.len()] } else { combine(at + 1) };
            if let Some(pair) = self.improve([re, im], &real, &imaginary) {
                found.push(pair);
            }
        }
        found
    }

    /// A basis of Krylov's space, and the operator in it.
    fn arnoldi(&self) -> Option<(Vec<Vec<f64>>, Matrix)> {
        let size = self.scales.len();
        let mut random = SplitMix64(7);
        let direction: Vec<f64> = (0..size).map(|_| random.signed()).collect();
        let mut first = self.times(&direction)?;
        let length = norm(first.iter().copied());
        if length == 0.0 {
            return None;
        }
        first.iter_mut().for_each(|item| *item /= length);
        let mut basis = vec![first];
        let mut columns: Vec<Vec<f64>> = Vec::new();
        let most = if size > MANY { FEWER } else { DIMENSIONS };
        while columns.len() < most.min(size) {
            let mut next = self.times(&basis[columns.len()])?;
            let before = norm(next.iter().copied());
            let mut column = vec![0.0; basis.len()];
            // Twice is enough.
            for _ in 0..2 {
                for (direction, sum) in basis.iter().zip(&mut column) {
                    let part: f64 = direction.iter().zip(&next).map(|(a, b)| a * b).sum();
                    *sum += part;
                    for (item, along) in next.iter_mut().zip(direction) {
                        *item -= part * along;
                    }
                }
            }
            let rest = norm(next.iter().copied());
            column.push(rest);
            columns.push(column);
            if rest <= NOTHING * before {
                break;
            }
            next.iter_mut().for_each(|item| *item /= rest);
            basis.push(next);
        }
        let count = columns.len();
        basis.truncate(count);
        let mut h = Matrix::zeros(count, count);
        for (at, column) in columns.iter().enumerate() {
            for (row, &item) in column.iter().enumerate().filter(|found| found.0 < count) {
                h[(row, at)] = item;
            }
        }
        Some((basis, h))
    }

    /// One iteration more, then the value that fits the vector best; none if the equations do not hold with them.
    fn improve(&self, [re, im]: [f64; 2], real: &[f64], imaginary: &[f64]) -> Option<Eigenpair> {
        let (a, b) = (self.times(real)?, self.times(imaginary)?);
        let size = re * re + im * im;
        // x = K x / μ
        let unscaled = |at: usize| {
            let (re_x, im_x) = ((a[at] * re + b[at] * im) / size, (b[at] * re - a[at] * im) / size);
            [re_x * self.scales[at], im_x * self.scales[at]]
        };
        let x: Vec<[f64; 2]> = (0..real.len()).map(unscaled).collect();
        let product = |values: &[f64], part: usize| {
            let vector: Vec<f64> = x.iter().map(|x| x[part]).collect();
            let mut sum = vec![0.0; vector.len()];
            self.pattern.add_product(values, &vector, &mut sum);
            sum
        };
        let (gr, gi) = (product(self.g, 0), product(self.g, 1));
        let (cr, ci) = (product(self.c, 0), product(self.c, 1));
        let rough = [self.shift - re / size, im / size];
        // How large the terms of each equation are.
        let mut terms = vec![0.0; x.len()];
        let fast = rough[0].hypot(rough[1]);
        for (column, part) in (0u32..).zip(&x) {
            let length = part[0].hypot(part[1]);
            let first = self.pattern.starts()[column as usize] as usize;
            for (at, &row) in self.pattern.column(column).iter().enumerate() {
                terms[row as usize] += (self.g[first + at].abs() + fast * self.c[first + at].abs()) * length;
            }
        }
        // s = -⟨Cx, Gx⟩ / ⟨Cx, Cx⟩, each equation relative to its terms.
        let (mut over, mut across, mut whole) = (0.0, 0.0, 0.0);
        for row in (0..x.len()).filter(|&row| terms[row] > 0.0) {
            let weight = terms[row].powi(-2);
            over += weight * (cr[row] * gr[row] + ci[row] * gi[row]);
            across += weight * (cr[row] * gi[row] - ci[row] * gr[row]);
            whole += weight * (cr[row] * cr[row] + ci[row] * ci[row]);
        }
        let value = if im == 0.0 { [-over / whole, 0.0] } else { [-over / whole, -across / whole] };
        let holds = (0..x.len()).filter(|&row| terms[row] > 0.0).all(|row| {
            let r = gr[row] + value[0] * cr[row] - value[1] * ci[row];
            let i = gi[row] + value[0] * ci[row] + value[1] * cr[row];
            r.hypot(i) <= HOLDS * terms[row]
        });
        let finite = value.iter().all(|part| part.is_finite());
        (holds && finite).then(|| turned(value, &x))
    }
}

/// The vector turned so that its largest element is real.
fn turned(value: [f64; 2], x: &[[f64; 2]]) -> Eigenpair {
    let size = |x: &[f64; 2]| x[0].hypot(x[1]);
    let largest = x.iter().fold([0.0, 0.0], |best, x| if size(x) > size(&best) { *x } else { best });
    let length = size(&largest).max(f64::MIN_POSITIVE);
    let (cos, sin) = (largest[0] / length, -largest[1] / length);
    Eigenpair {
        value,
        real: x.iter().map(|x| x[0] * cos - x[1] * sin).collect(),
        imaginary: x.iter().map(|x| x[0] * sin + x[1] * cos).collect(),
    }
}
