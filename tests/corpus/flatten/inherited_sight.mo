package Plant
  constant Real g = 9.81;

  partial model Sized
    parameter Integer n = 2;
    replaceable Real load = 1;

    replaceable model Part
      Real x = time;
    end Part;
  end Sized;

  partial model Lower
    extends Sized;
    Real low[n];
    Part part;
  end Lower;

  partial model Upper
    extends Sized;
    Real high[n] = low_limit*ones(n);
    parameter Real low_limit = g;
  end Upper;

  model Both "The same class inherited in two ways, and an heir with a name of the package"
    extends Lower;
    extends Upper;
    parameter Real g = 1;
    redeclare Real load(start = 2) = 3;

    redeclare model extends Part
      Real y = 2*x;
    end Part;
  equation
    low = {load*part.y, g};
  end Both;
end Plant;

model InheritedSight
  extends Plant.Both;
end InheritedSight;
