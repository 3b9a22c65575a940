graph [
  node [ id 1 kind "equation" ]
  node [ id 2 kin