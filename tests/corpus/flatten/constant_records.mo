// A function picks a field of an element of a constant array of records. The other fields do not come with it,
// and no function needs to have a variable of the record's type.

record Substance
  Real mass;
  Real ratios[2] = {0, 0};
  Boolean known = true;
end Substance;

package Water
  constant Substance substances[2] = {Substance(mass = 18), Substance(20, {0.5, 0.25}, false)};

  function mass
    input Integer i;
    output Real m;
  algorithm
    m := substances[i].mass;
  end mass;

  function last
    output Real ratio;
  algorithm
    ratio := sum(substances[end].ratios);
  end last;
end Water;

model ConstantRecords
  constant Real m = Water.mass(2);
  Real x[integer(m/10)];
  parameter Integer i = 1;
  Real y = time*Water.mass(i);
  Real z = time*Water.last();
equation
  x = {m*time, Water.mass(1)};
end ConstantRecords;
