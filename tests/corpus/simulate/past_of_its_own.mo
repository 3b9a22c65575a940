// `Watch` is told what its input was before the beginning, and the source knows better what it was itself: both hold, although
// input and source are equal from the beginning on (section 8.6 of the specification).
model PastOfItsOwn
  block Watch
    input Boolean u(start = false, fixed = true);
    discrete output Integer n(start = 0, fixed = true);
  equation
    when change(u) then
      n = pre(n) + 1;
    end when;
  end Watch;
  block Source
    output Boolean y;
  initial equation
    y = true;
  equation
    when sample(0.25, 1) then
      y = false;
    elsewhen sample(0.75, 1) then
      y = true;
    end when;
  end Source;
  block Delay
    input Boolean u;
    output Boolean y = pre(u);
  initial equation
    pre(u) = false;
  end Delay;
  Source source;
  Watch watch(u = source.y);
  Delay delay(u = true);
end PastOfItsOwn;
