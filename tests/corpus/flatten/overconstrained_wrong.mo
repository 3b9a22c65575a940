// The operators of `Connections` are for overdetermined parts of connectors.

connector Frame
  Real x;
  flow Real f;
end Frame;

model Test
  Frame a, b;
  Boolean root = Connections.isRoot(a.x), rooted = Connections.rooted(a);
  Boolean other = Connections.isLeaf(a.x);
equation
  Connections.root(a.x);
  Connections.potentialRoot(a);
  Connections.branch(a.x, b.x);
  Connections.trunk(a.x);
  Connections.root();
end Test;
