Creator "an editor"
Version "2.2"
graph
[
  hierarchic 1
  directed 1
  node
  [
    id 5
    label "R&#228;tsel &amp; L&quot;sung"
    graphics [ x 10.5 y -3.0e1 type "rectangle" ]
  ]
  node [ id -7 label "" ]
  # edges lead from equations to unknowns
  edge [ source 5 target -7 graphics [ Line [ point [ x 0 y 0 ] ] ] ]
]
