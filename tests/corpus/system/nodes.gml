graph [
  node [ kind "equation" ]
  node [ id 1 kind "equation" ]
  node [ id 1 kind "parameter" ]
]
