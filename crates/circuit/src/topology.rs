pub struct Topology;
