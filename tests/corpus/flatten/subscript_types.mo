// What counts the elements of a dimension is also what its subscripts are.

package Counted
  type Axis = enumeration(x, y);
  type Other = enumeration(x, z);

  function pick
    input Real of[Boolean];
    input Real from[2];
    input Real some[:];
    input Boolean which;
    output Real result;
  algorithm
    result := of[which] + of[end] + some[1];
    result := of[1];
    result := from[which];
  end pick;

  model Wheel
    Real r = 1;
  end Wheel;

  model Wrong
    Real of[Boolean], along[Axis], plain[2];
    Wheel wheels[Boolean];
    Real last = of[end] + along[end] + plain[end];
    Real wheel = wheels[2].r;
    Real picked = pick(of, plain, plain, time > 1);
  equation
    of[1] = 1;
    of[true] = 2;
    along[2] = 1;
    along[Other.x] = 2;
    along[Axis.y] = 3;
    plain[false] = 1;
    for i in 1:2 loop
      plain[i] = of[i];
    end for;
    for b in Boolean loop
      of[b] = wheels[b].r;
    end for;
    along[Axis.x:Axis.y] = {1, 2};
  end Wrong;
end Counted;

model Test
  extends Counted.Wrong;
end Test;
