within Workbench.Examples;

package Textbook "Equations alone, as they stand in a textbook"
  import Workbench.Quantities.*;

  model Pendulum "A pendulum by its angle"
    parameter Length L = 1 "Length";
    parameter Acceleration g = 9.81 "Gravity";
    Angle phi(start=0.5, fixed=true) "Angle from hanging down";
    AngularVelocity w(start=0, fixed=true) "Speed";
  equation
    der(phi) = w;
    L*der(w) = -g*sin(phi);
  end Pendulum;

  model CartesianPendulum "The same pendulum by the forces on it; the rod is a constraint"
    parameter Length L = 1 "Length";
    parameter Acceleration g = 9.81 "Gravity";
    parameter Mass m = 1 "Mass";
    Length x(start=0.6, fixed=true) "To the right";
    Length y(start=-0.8) "Upwards";
    Velocity vx(start=0, fixed=true) "Speed to the right";
    Velocity vy "Speed upwards";
    Force F "Pull of the rod";
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = -x/L*F;
    m*der(vy) = -y/L*F - m*g;
    x^2 + y^2 = L^2;
  end CartesianPendulum;

  model Oscillator "Van der Pol's oscillator"
    parameter Real mu = 2 "How far it is from a plain oscillation";
    Real x(start=1, fixed=true) "Displacement";
    Real y(start=0, fixed=true) "Rate of change";
  equation
    der(x) = y;
    der(y) = mu*(1 - x^2)*y - x;
  end Oscillator;

  model Predators "Hares and lynxes"
    parameter Real birth = 0.5 "Hares born for each hare";
    parameter Real hunt = 0.02 "Hares eaten for each hare and lynx";
    parameter Real death = 0.4 "Lynxes that starve for each lynx";
    parameter Real feed = 0.005 "Lynxes born for each hare eaten";
    Real hares(start=60, fixed=true) "Prey";
    Real lynxes(start=20, fixed=true) "Predators";
    Real meetings "How often they meet";
    Real eaten "Hares eaten";
  equation
    meetings = hares*lynxes;
    eaten = hunt*meetings;
    der(hares) = birth*hares - eaten;
    der(lynxes) = feed*meetings - death*lynxes;
  end Predators;

  model Epidemic "The susceptible, the infected and the recovered"
    parameter Real beta = 0.4 "Contacts that infect, for each infected";
    parameter Real gamma = 0.1 "Recoveries for each infected";
    parameter Real N = 1000 "People";
    Real S(start=990, fixed=true) "Susceptible";
    Real I(start=10, fixed=true) "Infected";
    Real R "Recovered";
    Real infections = beta*S*I/N "New infections";
    Real recoveries = gamma*I "New recoveries";
  equation
    der(S) = -infections;
    der(I) = infections - recoveries;
    S + I + R = N;
  end Epidemic;

  model Reactor "A stirred tank with a reaction that makes heat"
    parameter Real feed = 1 "Concentration of what flows in";
    parameter Temperature Tfeed = 300 "Temperature of what flows in";
    parameter Temperature Tcool = 290 "Temperature of the cooling";
    parameter Time residence = 60 "How long the liquid stays";
    parameter Real k0(unit="1/s") = 2e4 "Rate of the reaction, when very hot";
    parameter Temperature Ta = 5000 "How much the rate depends on temperature";
    parameter Temperature rise = 60 "How much warmer a complete reaction makes it";
    parameter Time cooling = 100 "Time constant of the cooling";
    Real c(start=1, fixed=true) "Concentration";
    Temperature T(start=300, fixed=true) "Temperature";
    Real rate(unit="1/s") "Rate of the reaction";
  equation
    rate = k0*exp(-Ta/T)*c;
    der(c) = (feed - c)/residence - rate;
    der(T) = (Tfeed - T)/residence + rise*rate - (T - Tcool)/cooling;
  end Reactor;

  model Ball "A ball that bounces"
    parameter Acceleration g = 9.81 "Gravity";
    parameter Real e = 0.8 "Speed left after a bounce";
    Length h(start=1, fixed=true) "Height";
    Velocity v(start=0, fixed=true) "Speed upwards";
    Integer bounces(start=0, fixed=true) "How often it has bounced";
  equation
    der(h) = v;
    der(v) = -g;
    when h < 0 then
      reinit(v, -e*pre(v));
      bounces = pre(bounces) + 1;
    end when;
  end Ball;

  model Chain "Masses on a string, as an array"
    parameter Integer n = 6 "Number of masses";
    parameter Mass m = 0.1 "Each mass";
    parameter Length stroke = 0.1 "How far the left end moves";
    parameter Stiffness c = 50 "Stiffness of the string between two of them";
    Length s[n](each start=0, each fixed=true) "Displacements";
    Velocity v[n](each start=0, each fixed=true) "Speeds";
    Force f[n + 1] "Forces in the string";
    Length drive = stroke*sin(10*time) "Motion of the left end";
  equation
    f[1] = c*(s[1] - drive);
    for i in 2:n loop
      f[i] = c*(s[i] - s[i - 1]);
    end for;
    f[n + 1] = -c*s[n];
    for i in 1:n loop
      der(s[i]) = v[i];
      m*der(v[i]) = f[i + 1] - f[i];
    end for;
  end Chain;

  model Satellite "A body round the earth, with vectors"
    parameter Real mu(unit="m3/s2") = 3.986e14 "Gravity of the earth";
    Length r[2](start={7e6, 0}, each fixed=true) "Position";
    Velocity v[2](start={0, 7.5e3}, each fixed=true) "Speed";
    Length distance "From the centre of the earth";
    Real energy(unit="m2/s2") "Energy for each kilogram";
  equation
    distance = sqrt(r[1]^2 + r[2]^2);
    der(r) = v;
    der(v) = -mu/distance^3*r;
    energy = (v[1]^2 + v[2]^2)/2 - mu/distance;
  end Satellite;
end Textbook;
