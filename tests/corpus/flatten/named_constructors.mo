// Constructors of an operator record are found by the names of their arguments, however many there are.

record Data
  Real m, h;
end Data;

operator record Substance
  Data data;
  Boolean clusters;

  encapsulated operator 'constructor'
    import Substance;
    import Data;

    function fromData
      input Data data;
      input Boolean clusters = false;
      output Substance result(data = data, clusters = clusters);
    algorithm
    end fromData;

    function fromNumbers
      input Real m = 1;
      input Real h = 0;
      input Real z = 0;
      output Substance result(data = Data(m = m, h = h + z), clusters = false);
    algorithm
    end fromNumbers;
  end 'constructor';
end Substance;

model named_constructors
  parameter Substance a = Substance(m = 2, h = 5, z = 1);
  parameter Substance b = Substance(Data(m = 3, h = 4));
  Real y = a.data.h + b.data.m*time;
end named_constructors;
