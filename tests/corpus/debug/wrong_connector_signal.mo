// Two steps and two transitions of a sequence: the first transition is fed by nobody, the second by both steps.
connector Gives
  output Boolean ready;
  input Boolean taken;
end Gives;

connector Takes
  input Boolean ready;
  output Boolean taken;
end Takes;

block Store
  parameter Integer stock = 3;
  Gives out;
  Integer left(start = stock, fixed = true);
equation
  out.ready = pre(left) > 0;
  when out.taken then
    left = pre(left) - 1;
  end when;
end Store;

block Worker
  parameter Real begin = 1;
  Takes inp;
equation
  inp.taken = inp.ready and sample(begin, 1);
end Worker;

model Shop
  Store wood, iron(stock = 5);
  Worker joiner, smith(begin = 1.5);
equation
  connect(wood.out, smith.inp);
  connect(iron.out, smith.inp);
end Shop;
