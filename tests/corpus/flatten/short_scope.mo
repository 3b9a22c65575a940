model Tube
  parameter Real d;
end Tube;

model Test
  replaceable model Part = Tube;
  Part part;
end Test;

model ShortScope "The names of a short class are those around it"
  parameter Real d = 3;
  extends Test(redeclare model Part = Tube(d=d));
end ShortScope;
