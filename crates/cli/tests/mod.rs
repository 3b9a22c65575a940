//! The program as a user calls it.

mod acting;
mod check;
mod circuit;
mod fix;
mod init;
mod interrupt;
mod package;
mod program;
mod project;
mod readme;
mod schemas;
mod simulate;
mod streams;
mod system;
mod thesis;
mod verbose;
mod verify;
