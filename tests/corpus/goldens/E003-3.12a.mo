// Two compartments that exchange a substance, and a child of them in which it is also metabolized.

partial model TwoCompartments
  parameter Real Vp = 3 "Volume in L";
  parameter Real k[4] = {1, 2, 3, 4} "Rates in 1/h";
  Real Np(start = 1), No(start = 0) "Amounts in mol";
  Real Fpo = k[1]*No, Fop = k[2]*Np, Fpe = k[3], Fep = k[4]*Np "Flows in mol/h";
equation
  der(No) = Fop - Fpo;
end TwoCompartments;

model WithMetabolism
  extends TwoCompartments;
  input Real Vmeta "Rate in mol/L/h";
  output Real Fmeta "Flow in mol/h";
equation
  der(Np) = Fpo - Fop + Fpe - Fep + Fmeta;
  Fmeta = Vmeta*Vp;
end WithMetabolism;
