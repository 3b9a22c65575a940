model Merge
<<<<<<< HEAD
  Real x;
=======
  Real y;
>>>>>>> branch
end Merge;
