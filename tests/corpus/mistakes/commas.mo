model Commas
  Real a(
    start = 1
    fixed = true,
    unit = "V");
  Resistor b(
    R(start = 1)
    final T = 3,
    redeclare model M = N
    redeclare model O = Q);
  Real c = f(1,
    2
    3);
  Real d = f(u = 1
    v = 2);
  Real e(start = 1; fixed = true);
  Resistor g(
    R = 1;
    T = 2);
  Real h(start = 1,);
  Real k = f(1,);
  Real l[2] = {1, 2,};
  Real m[1, 2] = [1, 2,];
  Real n,;
  Real o[2, 3] = [1 2 3; 4 5 6];
  type E = enumeration(a, b,);
  Real p = f(a = 1, 2, b = 3, 4);
  annotation(
    Diagram(graphics = {
      Line(points{{0, 0}, {1, 1}}, color = {0, 0, 1}),
      Line(points = {{0, 0}, {1, 1}}, color = {0, 0, 1},
      Line(points = {{0, 0}, {1, 1}}, color = {0, 0, 1})}),
    Icon(graphics = {
      Line(points = {{0, 0}, {1, 1}})
      Line(points = {{0, 0} {1, 1}})}),
    experiment(StopTime = 1));
end Commas;
