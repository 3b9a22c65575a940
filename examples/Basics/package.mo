package Basics "The first parts of a textbook on modelling: circuits, heat, and heat made by currents"
  annotation(version="1.0.0");
end Basics;
