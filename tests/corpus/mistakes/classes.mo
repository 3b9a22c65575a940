package Classes "Classes that are not closed, or closed by another name"
  model A
    Real x;
  end B;

  model C
    Real x;

  model D
    Real x;
  end D;
end Classes;

end Nothing;

model E
  Real x;
end;
