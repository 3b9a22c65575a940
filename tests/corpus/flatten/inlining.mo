// What annotations about inlining say that cannot be followed (MLS 12.9).

model Inlining
  function kept
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (Inline = false, LateInline = true);
  end kept;
  function wrong
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (Inline = 1);
  end wrong;
  function both
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (InlineAfterIndexReduction = true, Inline = true);
  end both;
  function silent
    input Real x;
    output Real y;
  algorithm
    y := if x > 1 then 1 else x;
    annotation (GenerateEvents = true, Inline = false);
  end silent;
  Real y = kept(time) + wrong(time) + both(time) + silent(time);
end Inlining;
