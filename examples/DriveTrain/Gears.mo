within DriveTrain;

package Gears "Wheels with teeth: none of them loses power"
  import DriveTrain.Shafts.*;

  model Spur "Two wheels with fixed axles"
    parameter Real i "Turns of a for one turn of b";
    Flange a "Driving end";
    Flange b "Driven end";
    Real lost(unit="W") = a.tau*der(a.phi) + b.tau*der(b.phi) "Power that is lost: none";
  equation
    a.phi = i*b.phi;
    0 = i*a.tau + b.tau;
  end Spur;

  partial model Three "Two wheels and what carries their axles"
    Flange carrier "The carrier";
    Flange a "The first wheel";
    Flange b "The second wheel";
    Real lost(unit="W") = carrier.tau*der(carrier.phi) + a.tau*der(a.phi) + b.tau*der(b.phi) "Power that is lost: none";
  end Three;

  model Planetary "Sun, ring, and a carrier with planets"
    parameter Real i "Teeth of the ring for one of the sun";
    Flange sun "The sun";
    Flange carrier "The carrier";
    Flange ring "The ring";
    Real lost(unit="W") = sun.tau*der(sun.phi) + carrier.tau*der(carrier.phi) + ring.tau*der(ring.phi)
      "Power that is lost: none";
  equation
    (1 + i)*carrier.phi = sun.phi + i*ring.phi;
    ring.tau = i*sun.tau;
    0 = carrier.tau + (1 + i)*sun.tau;
  end Planetary;

  model Differential "Shares a torque between two shafts"
    Flange shaft "Driving end";
    Flange left "Left wheel";
    Flange right "Right wheel";
    Real lost(unit="W") = shaft.tau*der(shaft.phi) + left.tau*der(left.phi) + right.tau*der(right.phi)
      "Power that is lost: none";
  equation
    shaft.phi = (left.phi + right.phi)/2;
    0 = left.tau + shaft.tau/2;
    0 = right.tau + shaft.tau/2;
  end Differential;

  model Outer "Both wheels have their teeth outside"
    extends Three;
    parameter Real za "Teeth of the first";
    parameter Real zb "Teeth of the second";
  equation
    carrier.phi = za/(za + zb)*a.phi + zb/(za + zb)*b.phi;
    0 = a.tau + za/(za + zb)*carrier.tau;
    0 = b.tau + zb/(za + zb)*carrier.tau;
  end Outer;

  model Inner "The second wheel is a ring with its teeth inside"
    extends Three;
    parameter Real za "Teeth of the first";
    parameter Real zb "Teeth of the ring";
  equation
    carrier.phi = zb/(zb - za)*b.phi - za/(zb - za)*a.phi;
    a.tau = za/(zb - za)*carrier.tau;
    0 = zb/(zb - za)*carrier.tau + b.tau;
  end Inner;
end Gears;
