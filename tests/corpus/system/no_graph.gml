e1: x y
