within Workbench;

package Machines "Where two domains meet"
  import Workbench.Quantities.*;

  partial model Machine "Two pins and a shaft"
    Electrical.Pin p "Positive pin";
    Electrical.Pin n "Negative pin";
    Rotational.Flange shaft "Shaft";
  end Machine;

  model Converter "An ideal motor: current to torque, speed to voltage"
    extends Machine;
    parameter Real k(unit="N.m/A") "Torque for a current";
    Voltage v = p.v - n.v "Voltage";
    Current i = p.i "Current";
    AngularVelocity w = der(shaft.phi) "Speed";
  equation
    p.i + n.i = 0;
    shaft.tau = -k*i;
    v = k*w;
  end Converter;

  model Motor "A direct-current motor"
    extends Machine;
    parameter Resistance R = 0.5 "Resistance of the winding";
    parameter Inductance L = 1e-3 "Inductance of the winding";
    parameter Real k(unit="N.m/A") = 0.1 "Torque for a current";
    parameter Inertia J = 1e-3 "Inertia of the rotor";
    Electrical.Resistor resistance(R=R) "Copper of the winding";
    Electrical.Inductor inductance(L=L, i(start=0, fixed=true)) "Field of the winding";
    Converter converter(k=k) "Where the work is done";
    Rotational.Inertia rotor(J=J, phi(start=0, fixed=true), w(start=0, fixed=true)) "Rotor";
  equation
    connect(p, resistance.p);
    connect(resistance.n, inductance.p);
    connect(inductance.n, converter.p);
    connect(converter.n, n);
    connect(converter.shaft, rotor.a);
    connect(rotor.b, shaft);
  end Motor;

  model GearMotor "A motor with or without a gear"
    extends Machine;
    parameter Boolean geared = true "True if there is a gear";
    parameter Real ratio = 10 "Turns of the motor for one of the shaft";
    Motor motor;
    Rotational.Gear gear(ratio=ratio) if geared;
  equation
    connect(p, motor.p);
    connect(n, motor.n);
    if geared then
      connect(motor.shaft, gear.a);
      connect(gear.b, shaft);
    else
      connect(motor.shaft, shaft);
    end if;
  end GearMotor;
end Machines;
