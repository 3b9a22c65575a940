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
  end B;
end Html;
