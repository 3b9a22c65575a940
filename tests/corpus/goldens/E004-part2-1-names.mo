// The words of the print that today's language does not allow: `in` is a keyword, and a component would hide the class of its
// own name.

model Motor
  input Real in;
  output Real out;
end Motor;

model DriveTrain
  Motor Motor;
end DriveTrain;
