// Antibodies enter tissue with a tumour: a partial differential equation on 200 points, whose inflow ends at time 5.
model MedicalAkzo
  constant Integer N = 200;
  constant Real k = 100, c = 4, dz = 1/N;
  Real y[2*N](start = {mod(i + 1, 2) for i in 1:2*N}, each fixed = true);
  Real inflow = if time <= 5 then 2 else 0;
equation
  for j in 1:N loop
    if j == N then
      der(y[2*j - 1]) = -k*y[2*j - 1]*y[2*j];
    else
      der(y[2*j - 1]) =
        (j*dz - 1)^4/c^2*((if j == 1 then inflow else y[max(2*j - 3, 1)]) - 2*y[2*j - 1] + y[2*j + 1])/dz^2
        + 2*(j*dz - 1)^3/c^2*(y[2*j + 1] - (if j == 1 then inflow else y[max(2*j - 3, 1)]))/(2*dz)
        - k*y[2*j - 1]*y[2*j];
    end if;
    der(y[2*j]) = -k*y[2*j - 1]*y[2*j];
  end for;
  annotation(experiment(StopTime = 20));
end MedicalAkzo;
