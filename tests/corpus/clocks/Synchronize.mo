// A transition that waits until the machine inside has come to its end.
model Synchronize
  block Step
  end Step;
  block Job
    Step first, second, third;
  equation
    initialState(first);
    transition(first, second, true, immediate = false);
    transition(second, third, true, immediate = false);
  end Job;
  block Done
  end Done;
  Job job;
  Done done;
  Integer where;
equation
  initialState(job);
  transition(job, done, true, immediate = false, synchronize = true);
  when Clock(1, 10) then
    where = if activeState(done) then 4 elseif activeState(job.first) then 1 elseif activeState(job.second) then 2 else 3;
  end when;
  annotation(experiment(StopTime = 0.6));
end Synchronize;
