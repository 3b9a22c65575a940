within DriveTrain;

package Friction "Elements that stick and slide"
  import DriveTrain.Shafts.*;

  type Mode = enumeration(Free "Nothing is pressed", Backward "Slides backward", Stuck "Sticks", Forward "Slides forward");

  partial model Sticking "Whatever sticks and slides with the speed v, up to limits that may differ by direction"
    Real v "Relative speed";
    Real s "How far the force is on its curve while it sticks, and the acceleration while it slides";
    Real ahead "Where on the curve it breaks away forward";
    Real behind "The same backward";
    Real slip "Down to where on the curve it is about to slide forward, once it has begun to";
    Real slipBehind "The same backward";
    Boolean off "Nothing is pressed";
    Boolean rests(start=true, fixed=true) "Came to rest before this round of an event";
    Boolean moves "Moves already at the beginning, or when it begins to be pressed";
    Boolean startForward(start=false, fixed=true) "Breaks away, but does not move yet";
    Boolean startBackward(start=false, fixed=true) "Breaks away, but does not move yet";
    Boolean forward "Slides forward or is about to";
    Boolean backward "Slides backward or is about to";
    Mode mode(start=Mode.Stuck, fixed=true) "What it does";
  equation
    // What comes to rest sticks for one round first: then s tells the force, and not how it was slowed down before.
    rests = pre(mode) == Mode.Stuck;
    // What moves as it begins to be pressed slides on, whatever s is: s tells no force then.
    moves = (initial() or pre(mode) == Mode.Free) and (v > 0 or v < 0);
    startForward = if moves then v > 0
      else pre(mode) == Mode.Stuck and pre(rests) and (s >= ahead or pre(startForward) and s > slip);
    startBackward = if moves then v < 0
      else pre(mode) == Mode.Stuck and pre(rests) and (s <= -behind or pre(startBackward) and s < -slipBehind);
    forward = not off and (pre(mode) == Mode.Forward or startForward);
    backward = not off and (pre(mode) == Mode.Backward or startBackward);
    // The speed stays a state; sticking is an acceleration of zero. Shifted by the limit, it breaks away whatever is moved.
    der(v) = if off then s elseif forward then s - ahead elseif backward then s + behind else 0;
    mode = if off then Mode.Free
      elseif forward and v > 0 then Mode.Forward
      elseif backward and v < 0 then Mode.Backward
      else Mode.Stuck;
  end Sticking;

  partial model Coulomb "Dry friction, the same in both directions"
    extends Sticking;
    parameter Real peak(min=1) = 1 "Largest force while it sticks, for one while it begins to slide";
  equation
    ahead = peak;
    behind = peak;
    slip = 1;
    slipBehind = 1;
  end Coulomb;

  model Surface "What slides on something"
    extends Coulomb;
    parameter Real f0 = 1 "Force of friction when it begins to slide";
    parameter Real f1 = 0 "What the speed adds to it";
    input Real f "Friction, from the balance of forces";
  equation
    off = false;
    f = if forward then f0 + f1*v elseif backward then -f0 + f1*v else f0*s;
  end Surface;

  model Block "A mass that is pushed over a table"
    extends Surface(v(start=0, fixed=true), f=u - m*der(v));
    parameter Real m = 1 "Mass";
    input Real u "Push";
  end Block;

  partial model Discs "Discs that are pressed together"
    extends Coulomb;
    parameter Real mu0 = 0.5 "Coefficient of friction when they begin to slide";
    parameter Real mu1(unit="s/rad") = 0 "What the speed adds to it";
    parameter Real faces = 1 "How many faces rub";
    parameter Real inside(unit="m") = 0.2 "Inner radius";
    parameter Real outside(unit="m") = 0.2 "Outer radius";
    final parameter Real lever(unit="m") = faces*(inside + outside)/2 "Torque for a force of friction";
    input Real force(unit="N") "Presses them together";
    Real mu "Coefficient of friction";
    Torque friction "Torque of friction";
  equation
    off = force <= 0;
    mu = if off then 0 elseif forward then mu0 + mu1*v elseif backward then -mu0 + mu1*v else mu0*s;
    friction = mu*force*lever;
  end Discs;

  model Clutch "Joins two shafts"
    extends Between(dphi(stateSelect=StateSelect.prefer));
    extends Discs;
  equation
    v = der(dphi);
    tau = friction;
  end Clutch;

  model Brake "Holds a shaft to the housing"
    extends Discs;
    Flange flange;
  equation
    v = der(flange.phi);
    flange.tau = friction;
  end Brake;

  model Holder "A brake, and a brake behind a freewheel that holds the same shaft backward only"
    extends Sticking;
    parameter Real mu0 = 0.5 "Coefficient of friction";
    parameter Real lever(unit="m") = 0.2 "Torque for a force of friction";
    input Real force(unit="N") "Presses the brake";
    input Real back(unit="N") "Presses the brake behind the freewheel";
    Flange flange;
  equation
    // While it sticks s is the torque itself.
    v = der(flange.phi);
    ahead = mu0*lever*force;
    behind = mu0*lever*(force + back);
    slip = ahead;
    slipBehind = behind;
    off = force + back <= 0;
    flange.tau = if off then 0 elseif forward then ahead elseif backward then -behind else s;
  end Holder;

  model OneWay "A freewheel: b may overtake a, and a takes b along"
    extends Between(dphi(stateSelect=StateSelect.prefer));
    Speed v "How much faster b is";
    Real s "Torque while it is locked; while it is free, how fast b comes back";
    Boolean locked(start=false, fixed=true) "Whether a takes b along";
  equation
    v = der(dphi);
    // It locks when b is no faster any more, and opens when a would have to hold b back.
    locked = (pre(locked) or not v > 0) and not s < 0;
    der(v) = if locked then 0 else -s;
    tau = if locked then -s else 0;
  end OneWay;
end Friction;
