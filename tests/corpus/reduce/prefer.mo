// The model differentiates mass and energy and asks for level and temperature. They become the states, and what is
// differentiated for that says so.
model Tank
  parameter Real A = 2, d = 1000, c = 4200;
  Real level(start = 1, stateSelect = StateSelect.prefer), T(start = 300, stateSelect = StateSelect.prefer);
  Real m, U, m_flow = 3, h_in = 1e5;
equation
  der(m) = m_flow;
  der(U) = m_flow*h_in;
  m = d*A*level;
  U = m*c*T;
end Tank;
