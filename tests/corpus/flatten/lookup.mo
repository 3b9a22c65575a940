// The nearest declaration counts: own, then inherited, then that of the classes around.

package Surroundings
  constant Real k = 1;
  constant Real onlyOutside = 10;

  model Base
    constant Real k = 2;
    Real fromBase = k + onlyOutside;
  end Base;

  package Inner
    constant Real k = 3;

    model Heir
      extends Base;
      Real fromHeir = k;
      Real fromOutside = Surroundings.k;
      Real fromPackage = Inner.k;
    end Heir;
  end Inner;
end Surroundings;

model Lookup
  constant Real k = 4;
  Surroundings.Inner.Heir heir;
  Real here = k;
end Lookup;
