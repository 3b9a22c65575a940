// A replaceable package: types, constants and a function come from the medium that is chosen.

partial package Medium
  constant Real rho = 1;
  constant Integer nX = 1;
  type Temperature = Real(unit = "K", start = 300);
end Medium;

package Water
  extends Medium(rho = 1000, nX = 2);

  function enthalpy
    input Temperature T;
    output Real h;
  algorithm
    h := 4200*(T - 273);
  end enthalpy;
end Water;

model Volume
  replaceable package M = Medium;
  M.Temperature T;
  Real X[M.nX];
  Real mass = M.rho*2;
equation
  der(T) = 0.1;
  X = fill(1/M.nX, M.nX);
end Volume;

model MediumOfVolume
  package Hot = Water(rho = 950);
  Volume cold(redeclare package M = Water);
  Volume hot(redeclare package M = Hot);
  Real h = Hot.enthalpy(hot.T);
end MediumOfVolume;
