// A record takes the sizes of its fields from a value whose fields are declared in any order, and which other records and functions
// make.

record Layout
  parameter Integer n = size(places, 1);
  parameter Real places[:, 2];
end Layout;

record Field
  parameter Layout layout;
  parameter Real k;
end Field;

record TwoPlaces
  extends Layout(places = {{0, 0}, {1, 2}});
end TwoPlaces;

record SmallField
  extends Field(layout = TwoPlaces(), k = 2);
end SmallField;

record Curve
  parameter Real y[:];
  parameter Real eta[size(y, 1)];
end Curve;

function curve
  input Real p;
  output Curve c(y = {0, 0.5, 1}, eta = {0, p, 2*p});
algorithm
end curve;

model Use
  parameter Field field;
  Real x[field.layout.n] = field.k*field.layout.places[:, 2];
end Use;

model record_sizes
  parameter Field field = SmallField();
  parameter Curve c = curve(p = 3);
  Use use(field = field);
  Real y = sum(c.eta);
end record_sizes;
