// 3.7.4.8: the name of the simulated model and of the instance in it.
model instance_name
  model Part
    parameter String name = getInstanceName();
  end Part;

  model Group
    Part part[2];
    Part other;
  end Group;
  Group group;
  Boolean whole = getInstanceName() == "instance_name", second = group.other.name == "instance_name.group.other";
  annotation(experiment(StopTime = 2, Interval = 1, Tolerance = 1e-08));
end instance_name;
