model Tank {
  Real level;
}

model Pipe {
  Real flow_rate;
equation
  flow_rate = 1;
} end Pipe;
