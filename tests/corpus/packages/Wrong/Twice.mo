within Wrong;
model Twice
end Twice;
