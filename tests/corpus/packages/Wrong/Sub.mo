within Wrong;
model Sub
end Sub;
