model Tank
  parameter Real A = 2;
  parameter Real k[2] = {0, 0};
end Tank;

model Plant "A value for an array of components has the size of the array"
  Tank wrong[2](A={1, 2, 3});
  Tank right[2](A={1, 2}, k=[1, 2; 3, 4]);
  Tank same[2](each A=5, each k={1, 2});
end Plant;
