model Comment
  Real x;
equation
  x = 1; /* opened and forgotten
end Comment;
