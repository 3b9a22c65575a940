package Html
  model A
    Real v "a";
    annotation(Documentation(info = "<html>
<p>Text; more text</p>
</html>));
  end A;

  model B
    Real v "a";
    Real w "b";
    annotation(Documentation(info=<html>
<p>A "word" &amp; more</p>
</html>"));
  end B;
end Html;
