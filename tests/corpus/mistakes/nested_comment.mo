model NestedComment
  Real x; /* a /* b */ c */
  /* Real y;
  /* why it is here */
  Real z;
  */
  Real u;
end NestedComment;
