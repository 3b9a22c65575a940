// The network of the patent at its operating point, where capacitors carry no current: the current laws of both nodes say
// the same, and nothing says how high the nodes lie.
model OperatingPoint
  parameter Real G = 0.01 "Conductance between the nodes";
  Real v1 "Voltage of node 1 to ground";
  Real v2 "Voltage of node 2 to ground";
  Real v12 "Voltage of node 1 to node 2";
equation
  v1 - v2 - v12 = 0 "Mesh of the resistor and both capacitors";
  G*v12 = 0 "Current law of node 1";
  -G*v12 = 0 "Current law of node 2";
end OperatingPoint;
