// One mistake, one message: what a value does not say is not missed as well.

package P
  constant Real c = 1;
end P;

model OneMistake
  import P.c.d;
  Real a[:] = {1, true};
  Real b[:] = {{1, 2}, {3}};
  Real c[:] = {if i == 1 then {1} else {1, 2} for i in 1:2};
  Real d[:] = nothing;
end OneMistake;
