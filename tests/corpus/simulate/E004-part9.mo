// E004-part9-1 to part9-6: gear sets from two meshes. Every wheel and carrier is a flange; the sets are driven at two of
// them and held by a spring and a damper at the third.
connector Flange
  Real phi;
  flow Real tau;
end Flange;

// E004-part9-3: (z1 + z2)*phi0 = z1*phi1 + z2*phi2, and no power is lost.
model ExternalMesh
  parameter Real z1, z2;
  Flange carrier, a, b;
  Real power = carrier.tau*der(carrier.phi) + a.tau*der(a.phi) + b.tau*der(b.phi);
equation
  carrier.phi = z1/(z1 + z2)*a.phi + z2/(z1 + z2)*b.phi;
  0 = a.tau + z1/(z1 + z2)*carrier.tau;
  0 = b.tau + z2/(z1 + z2)*carrier.tau;
end ExternalMesh;

model InternalMesh "The ring b has its teeth inside"
  parameter Real z1, z2;
  Flange carrier, a, b;
  Real power = carrier.tau*der(carrier.phi) + a.tau*der(a.phi) + b.tau*der(b.phi);
equation
  carrier.phi = z2/(z2 - z1)*b.phi - z1/(z2 - z1)*a.phi;
  a.tau = z1/(z2 - z1)*carrier.tau;
  0 = z2/(z2 - z1)*carrier.tau + b.tau;
end InternalMesh;

model Drive "A flange that turns as it is told"
  parameter Real speed;
  Flange flange;
equation
  flange.phi = speed*time + 0.1*time^2;
end Drive;

model Brake "A spring and a damper to the housing"
  Flange flange;
equation
  flange.tau = 3*flange.phi + 0.5*der(flange.phi);
end Brake;

// E004-part9-2, part9-4: sun, planet, ring. (1 + i)*phi_t = phi_s + i*phi_h with i = z_h/z_s, whatever the planet.
model Planetary
  parameter Real zs = 20, zp = 17, zh = 60;
  ExternalMesh inner_(z1 = zs, z2 = zp);
  InternalMesh outer_(z1 = zp, z2 = zh);
  Drive sun(speed = 2), ring(speed = -1);
  Brake carrier;
  Real lost = inner_.power + outer_.power;
equation
  connect(sun.flange, inner_.a);
  connect(inner_.b, outer_.a);
  connect(outer_.b, ring.flange);
  connect(inner_.carrier, carrier.flange);
  connect(outer_.carrier, carrier.flange);
end Planetary;

// E004-part9-5: the planet has two wheels. phi_s - phi_t = -(z_h*z_p1)/(z_s*z_p2)*(phi_h - phi_t).
model Stepped
  parameter Real zs = 20, zp1 = 24, zp2 = 18, zh = 62;
  ExternalMesh inner_(z1 = zs, z2 = zp1);
  InternalMesh outer_(z1 = zp2, z2 = zh);
  Drive sun(speed = 2), ring(speed = -1);
  Brake carrier;
  Real gap = (sun.flange.phi - carrier.flange.phi) + (zh*zp1)/(zs*zp2)*(ring.flange.phi - carrier.flange.phi);
equation
  connect(sun.flange, inner_.a);
  connect(inner_.b, outer_.a);
  connect(outer_.b, ring.flange);
  connect(inner_.carrier, carrier.flange);
  connect(outer_.carrier, carrier.flange);
end Stepped;

// E004-part9-6: two suns, two planets that mesh with each other, one ring.
model Ravigneaux
  parameter Real zS1 = 18, zS2 = 22, zP1 = 15, zP2 = 19, zh = 60;
  ExternalMesh first(z1 = zS1, z2 = zP1), between(z1 = zP1, z2 = zP2), second(z1 = zS2, z2 = zP2);
  InternalMesh outer_(z1 = zP2, z2 = zh);
  Drive sun(speed = 2), ring(speed = -1);
  Brake carrier, other;
  Real gap1 = (sun.flange.phi - carrier.flange.phi) - zh/zS1*(ring.flange.phi - carrier.flange.phi);
  Real gap2 = (other.flange.phi - carrier.flange.phi) + zh/zS2*(ring.flange.phi - carrier.flange.phi);
equation
  connect(sun.flange, first.a);
  connect(first.b, between.a);
  connect(between.b, second.b);
  connect(between.b, outer_.a);
  connect(second.a, other.flange);
  connect(outer_.b, ring.flange);
  connect(first.carrier, carrier.flange);
  connect(between.carrier, carrier.flange);
  connect(second.carrier, carrier.flange);
  connect(outer_.carrier, carrier.flange);
end Ravigneaux;

model Gears
  Planetary planetary, small(zp = 5), large(zp = 41.5) "E004-part9-4: the planet has no influence";
  Stepped stepped;
  Ravigneaux ravigneaux;
  Real i = 3;
  // E004-part9-2: torques of sun and ring, for a carrier that the brake holds.
  Real sun_ = planetary.sun.flange.tau + planetary.carrier.flange.tau/(1 + i);
  Real ring_ = planetary.ring.flange.tau - i*planetary.sun.flange.tau;
  annotation(experiment(Tolerance = 1e-9));
end Gears;
