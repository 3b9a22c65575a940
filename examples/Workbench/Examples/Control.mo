within Workbench.Examples;

package Control "Signals alone"
  import Workbench.Blocks.*;

  model Lag "A step through a lag"
    Step step(startTime=1);
    FirstOrder lag(T=2);
  equation
    connect(step.y, lag.u);
  end Lag;

  model Loop "A controller and what it controls"
    Step wanted(height=2);
    Feedback feedback;
    Gain gain(k=5);
    FirstOrder plant(T=3, k=0.8);
  equation
    connect(wanted.y, feedback.u1);
    connect(feedback.y, gain.u);
    connect(gain.y, plant.u);
    connect(plant.y, feedback.u2);
  end Loop;

  model CascadedLoops "A fast loop within a slow one"
    Step wanted(height=1);
    PI outer_controller(k=2, Ti=4);
    PI inner_controller(k=10, Ti=0.5);
    FirstOrder actuator(T=0.2);
    SecondOrder plant(w=2, D=0.4);
    Sine noise(amplitude=0.05, f=5);
    Add disturbed;
  equation
    connect(wanted.y, outer_controller.setpoint);
    connect(outer_controller.y, inner_controller.setpoint);
    connect(actuator.y, inner_controller.measured);
    connect(inner_controller.y, actuator.u);
    connect(actuator.y, disturbed.u1);
    connect(noise.y, disturbed.u2);
    connect(disturbed.y, plant.u);
    connect(plant.y, outer_controller.measured);
  end CascadedLoops;

  model Mixer "A weighted sum of many signals"
    parameter Integer n = 4 "Number of signals";
    Sine tone[n](f={i for i in 1:n}, amplitude={1/i for i in 1:n});
    Sum sum(n=n);
    FirstOrder filter(T=0.1);
  equation
    connect(tone.y, sum.u);
    connect(sum.y, filter.u);
  end Mixer;

  model Observer "A model runs beside the plant and follows it"
    Sine drive(f=0.2);
    FirstOrder plant(T=1.5, y(start=1));
    FirstOrder copy(T=1.5);
    Feedback difference;
    Gain correction(k=4);
    Add sum;
  equation
    connect(drive.y, plant.u);
    connect(plant.y, difference.u1);
    connect(copy.y, difference.u2);
    connect(difference.y, correction.u);
    connect(drive.y, sum.u1);
    connect(correction.y, sum.u2);
    connect(sum.y, copy.u);
  end Observer;

  model Sampled "A controller that looks now and then"
    Constant wanted(k=1);
    Sampler sampler(period=0.2);
    P controller(k=3);
    Integrator plant(k=0.5);
  equation
    connect(wanted.y, controller.setpoint);
    connect(plant.y, sampler.u);
    connect(sampler.y, controller.measured);
    connect(controller.y, plant.u);
  end Sampled;

  partial model Plant "A loop whose controller is left open"
    replaceable P controller constrainedby Controller "What is done about the error";
    Step wanted(startTime=1);
    SecondOrder process(w=1, D=0.5);
  equation
    connect(wanted.y, controller.setpoint);
    connect(process.y, controller.measured);
    connect(controller.y, process.u);
  end Plant;

  model WithP "The loop with a proportional controller"
    extends Plant(controller(k=4));
  end WithP;

  model WithPID "The loop with a controller made of parts"
    extends Plant(redeclare PID controller(k=4, Ti=2));
  end WithPID;
end Control;
