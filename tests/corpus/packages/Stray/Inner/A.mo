within Stray;
model A
end A;
