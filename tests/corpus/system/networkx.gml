graph [
  multigraph 1
  node [
    id 0
    label "mass balance"
    bipartite 0
  ]
  node [
    id 1
    label "level"
    bipartite 1
  ]
  node [
    id 2
    label "flow"
    bipartite 1
  ]
  node [
    id 3
    label "outlet"
    bipartite 0
  ]
  edge [
    source 0
    target 1
    key 0
    weight 1.0
  ]
  edge [
    source 0
    target 2
    key 0
  ]
  edge [
    source 1
    target 3
    key 0
  ]
  edge [
    source 3
    target 2
    key 0
  ]
]
