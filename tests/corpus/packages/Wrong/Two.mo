within Wrong;
model Two
end Two;
model Three
end Three;
