// A function that says InlineAfterIndexReduction is differentiated by the derivatives that it names, and then written out: of
// a position, a speed and an acceleration that come from outside, the speed is the derivative of the position.
model InlineAfter
  function position
    input Real q_qd_qdd[3];
    input Real dummy;
    output Real q;
  algorithm
    q := q_qd_qdd[1];
    annotation (derivative(noDerivative = q_qd_qdd) = position_der, InlineAfterIndexReduction = true);
  end position;

  function position_der
    input Real q_qd_qdd[3];
    input Real dummy;
    input Real dummy_der;
    output Real qd;
  algorithm
    qd := q_qd_qdd[2];
    annotation (derivative(noDerivative = q_qd_qdd, order = 2) = position_der2, InlineAfterIndexReduction = true);
  end position_der;

  function position_der2
    input Real q_qd_qdd[3];
    input Real dummy;
    input Real dummy_der;
    input Real dummy_der2;
    output Real qdd;
  algorithm
    qdd := q_qd_qdd[3];
  end position_der2;

  input Real q, qd, qdd;
  Real phi, w, f;
  parameter Real m = 2;
equation
  phi = position({q, qd, qdd}, time);
  der(phi) = w;
  m*der(w) = f;
end InlineAfter;
