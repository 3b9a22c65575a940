package Ours
  type Control = enumeration(P "proportional", PI, PID);
end Ours;

package Theirs
  type Regulation = enumeration(P, PI, PID);
end Theirs;

model EqualEnumerations "Types with the same literals are the same type, whatever their names"
  type Switch = Boolean;
  parameter Ours.Control ours = Ours.Control.PI;
  parameter Theirs.Regulation theirs = ours;
  Real gain = if theirs == Theirs.Regulation.PI then 2 else 3;
  Real chosen[Switch] = {time, 2*time};
  Real off = chosen[false];
end EqualEnumerations;
