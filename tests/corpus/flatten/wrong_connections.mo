// Connections of what cannot be connected.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector Plug
  Pin pin[3];
end Plug;

model WrongConnections
  Pin p, n[2];
  Plug plug;
equation
  connect(p, plug);
  connect(p, q);
  connect(p, Pin);
  connect(p, n[3]);
end WrongConnections;
