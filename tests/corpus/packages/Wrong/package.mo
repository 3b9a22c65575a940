package Wrong
  model Twice end Twice;
end Wrong;
