// A class that goes on with nothing arrives twice, and is told once.
partial model Start
  redeclare replaceable model extends Kind
    Real z = 2;
  end Kind;
end Start;

partial model Further
  extends Start;
  redeclare model extends Kind
    Real further = 3;
  end Kind;
end Further;

model NothingToGoOnWith
  extends Further;
  extends Start;
  Kind kind;
end NothingToGoOnWith;
