// Two classes of one name in one file.

model Motor
  Real w = time;
end Motor;

model Motor
  Real w = 2*time;
end Motor;

model BadNamesTwice
  Motor motor;
end BadNamesTwice;
