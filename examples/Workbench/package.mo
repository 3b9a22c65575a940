package Workbench "Small parts of electrical, mechanical, thermal and hydraulic systems, and models made of them"
  annotation(version="1.0.0");
end Workbench;
