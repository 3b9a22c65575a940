//! Circuits: devices, equations, operating points, transients.

mod agree;
mod devices;
mod domains;
mod equations;
mod floating;
mod gate;
mod goldens;
mod initial;
mod jumps;
mod measures;
mod netlist;
mod points;
mod random;
mod robust;
mod several;
mod stability;
mod tolerances;
mod wave;
