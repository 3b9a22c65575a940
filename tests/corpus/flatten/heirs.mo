package Plant
  constant Real g = 9.81;

  partial model Base "Sees the constant of the package, whatever its heirs declare"
    Real weight = 2*g;
  end Base;

  partial model Careless "Uses what only its heirs have"
    Real rate = area*speed(1);
    Valve valve;
  end Careless;

  model Heir
    extends Base;
    parameter Real g = 1;
  end Heir;

  model Unlucky
    extends Careless;
    parameter Real area = 2;

    function speed
      input Real u;
      output Real v = u;
    algorithm
    end speed;

    model Valve
      Real x = time;
    end Valve;
  end Unlucky;
end Plant;

model Heirs "A class sees what it declares and inherits, and not what classes that extend it add"
  Plant.Heir heir;
  Plant.Unlucky unlucky;
end Heirs;
