// Twenty points on a sphere drive each other away until they rest. Each is held on the sphere by a force: index three, and
// for each of them two of its three coordinates are states, chosen while it moves.
model Fekete
  constant Integer N = 20;
  constant Real pi = 3.14159265358979323846;
  parameter Real along[N] = {
    if i <= 3 then 2*pi*i/3 + pi/13 elseif i <= 10 then 2*pi*(i - 3)/7 + pi/29
    elseif i <= 16 then 2*pi*(i - 10)/6 + pi/7 else 2*pi*(i - 17)/4 + pi/17 for i in 1:N};
  parameter Real up[N] = {
    if i <= 3 then 3*pi/8 elseif i <= 10 then pi/8 elseif i <= 16 then -2*pi/15 else -3*pi/10 for i in 1:N};
  Real p[N,3](start = {{cos(along[i])*cos(up[i]), sin(along[i])*cos(up[i]), sin(up[i])} for i in 1:N});
  Real v[N,3](each start = 0);
  Real l[N](each start = -4.75);
equation
  der(p) = v;
  for i in 1:N loop
    for k in 1:3 loop
      der(v[i, k]) = -0.5*v[i, k] + 2*l[i]*p[i, k]
        + sum(if j == i then 0 else (p[i, k] - p[j, k])/((p[i, 1] - p[j, 1])^2 + (p[i, 2] - p[j, 2])^2
        + (p[i, 3] - p[j, 3])^2) for j in 1:N);
    end for;
    p[i, 1]^2 + p[i, 2]^2 + p[i, 3]^2 = 1;
  end for;
  annotation(experiment(StopTime = 1000));
end Fekete;
