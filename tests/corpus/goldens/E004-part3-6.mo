// An engine's connector holds a mechanical, an electrical and a hydraulic one: one connect joins them all.

connector Frame
  Real r[3];
  flow Real f[3];
end Frame;

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Hyd
  Real p;
  flow Real q;
end Hyd;

connector Engine
  Frame a;
  Pin p;
  Hyd h;
end Engine;

model Wing
  Engine mount;
equation
  mount.a.r = {0, 0, 0};
  mount.p.v = 28;
  mount.h.p = 200;
end Wing;

model Nacelle
  Engine mount;
equation
  mount.a.f = {10, 0, -5};
  mount.p.i = 2;
  mount.h.q = 0.1;
end Nacelle;

model Aircraft
  Wing wing;
  Nacelle nacelle;
equation
  connect(wing.mount, nacelle.mount);
end Aircraft;
