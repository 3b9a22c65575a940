// Steps and transitions that hand on a token through connectors of two signals: one of them is not connected.
connector Gives
  output Boolean ready;
  input Boolean taken;
end Gives;

connector Takes
  input Boolean ready;
  output Boolean taken;
end Takes;

block Source
  Gives out;
  Integer left(start = 3, fixed = true);
equation
  out.ready = pre(left) > 0;
  when out.taken then
    left = pre(left) - 1;
  end when;
end Source;

block Worker
  Takes inp;
  parameter Real begin = 1;
equation
  inp.taken = inp.ready and sample(begin, 1);
end Worker;

model Shop
  Source store;
  Worker worker;
end Shop;
