// A redeclaration that changes nothing needs no `replaceable`, even if another one has to be looked at to know it.
package Water
  constant Real c = 4;
end Water;

package Base
  package Inner = Water;
end Base;

package Site = Base(redeclare package Inner = Water);

model Tank
  package Medium = Site.Inner;
  Real h = Medium.c * time;
end Tank;

model SameAgain
  Tank tank(redeclare package Medium = Site.Inner);
end SameAgain;
