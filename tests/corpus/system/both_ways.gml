graph [
  directed 1
  node [ id 0 ]
  node [ id 1 ]
  edge [ source 0 target 1 ]
  edge [ source 1 target 0 ]
]
