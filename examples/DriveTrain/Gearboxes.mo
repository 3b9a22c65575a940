within DriveTrain;

package Gearboxes "An automatic gearbox"
  import DriveTrain.Shafts.*;
  import DriveTrain.Friction.*;
  import DriveTrain.Gears.*;

  constant Boolean shift[5, 7] = [
    true, false, false, false, false, true, false;
    true, false, true, true, false, true, false;
    true, true, false, true, false, true, false;
    true, true, false, true, false, false, true;
    false, true, false, false, true, true, false]
    "Which of C4, C5, C6, C7, C8, C11 and C12 are pressed in the gears 1 to 4 and, as the fifth, in reverse";

  model Gearing "Two planetary sets with one sun, a third set, and what joins and holds their shafts"
    parameter Real i1 = 25/12 "Ring to sun of the first set";
    parameter Real i2 = 25/12 "Ring to sun of the second set";
    parameter Real i3 = 2.7 "Ring to sun of the third set";
    parameter Real force[7](each unit="N") = fill(1e4, 7) "Presses what is engaged";
    parameter Real J(unit="kg.m2") = 0.01 "Of each shaft inside";
    input Boolean engaged[7] "C4, C5, C6, C7, C8, C11, C12";
    Flange a "From the engine";
    Flange b "To the wheels";
    Inertia turbine(J=J), sun(J=J), ring(J=J), carrier(J=J), middle(J=J), overdrive(J=J), out(J=J);
    Planetary first(i=i1), second(i=i2), third(i=i3);
    Clutch c4(force=if engaged[1] then force[1] else 0) "Forward";
    Clutch c5(force=if engaged[2] then force[2] else 0) "Drives the sun";
    Holder c6(force=if engaged[3] then force[3] else 0, back=if engaged[4] then force[4] else 0)
      "Holds the sun, and C7 keeps it from turning backward";
    Holder c8(force=if engaged[5] then force[5] else 0, back=if engaged[1] then force[5] else 0)
      "Holds the second carrier, and a freewheel of the forward gears keeps it from turning backward";
    Clutch c11(force=if engaged[6] then force[6] else 0) "Locks the third set";
    Brake c12(force=if engaged[7] then force[7] else 0) "Holds the sun of the third set";
  equation
    connect(a, turbine.a);
    connect(turbine.b, c4.a);
    connect(turbine.b, c5.a);
    connect(c4.b, ring.a);
    connect(ring.b, first.ring);
    connect(c5.b, sun.a);
    connect(sun.b, first.sun);
    connect(sun.b, second.sun);
    connect(sun.b, c6.flange);
    connect(first.carrier, middle.a);
    connect(second.ring, middle.a);
    connect(second.carrier, carrier.a);
    connect(carrier.b, c8.flange);
    connect(middle.b, third.carrier);
    connect(third.sun, overdrive.a);
    connect(overdrive.b, c12.flange);
    connect(middle.b, c11.a);
    connect(overdrive.a, c11.b);
    connect(third.ring, out.a);
    connect(out.b, b);
  end Gearing;

  model Automatic "The four gears of the ZF 4HP22"
    extends Gearing(engaged={if gear == 1 then shift[1, k] elseif gear == 2 then shift[2, k] elseif gear == 3 then shift[3, k]
      elseif gear == 4 then shift[4, k] elseif gear == 5 then shift[5, k] else false for k in 1:7});
    input Integer gear "1 to 4, 5 for reverse, 0 for none";
  end Automatic;
end Gearboxes;
