//! D002-rand: random circuits and random pairs of matrices whose index is known. The seeds are fixed.

mod circuit;
mod dice;
mod exact;
mod network;
mod pencil;
