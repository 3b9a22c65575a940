// What is left of two equations and two variables after three atomic edits. Their order, and the one that is refused, are in
// crates/wellposed/tests/goldens.rs.

model A
  Real y;
equation
  y = 2;
end A;
