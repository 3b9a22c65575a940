// Two types of one name are two types.
package First
  model Part
    Real x = 1;
  end Part;
  model Whole
    Part part;
  end Whole;
end First;

package Second
  model Part
    Real x = 2;
  end Part;
  model Whole
    extends First.Whole;
    redeclare Part part;
  end Whole;
end Second;

model RedeclaredNamesake
  Second.Whole whole;
end RedeclaredNamesake;
