within Workbench;

package Blocks "Signals: sources, arithmetic, dynamics and control"
  import Workbench.Quantities.*;

  connector RealInput = input Real "A signal that comes in";
  connector RealOutput = output Real "A signal that goes out";
  connector BooleanInput = input Boolean "A yes or no that comes in";
  connector BooleanOutput = output Boolean "A yes or no that goes out";

  partial block Source "Something with one output"
    RealOutput y "Output";
  end Source;

  partial block OneToOne "Something with one input and one output"
    RealInput u "Input";
    RealOutput y "Output";
  end OneToOne;

  partial block TwoToOne "Something with two inputs and one output"
    RealInput u1 "First input";
    RealInput u2 "Second input";
    RealOutput y "Output";
  end TwoToOne;

  block Constant "The same value at all times"
    extends Source;
    parameter Real k = 1 "Value";
  equation
    y = k;
  end Constant;

  block Step "A jump"
    extends Source;
    parameter Real height = 1 "How high it jumps";
    parameter Real offset = 0 "Value before the jump";
    parameter Time startTime = 0 "When it jumps";
  equation
    y = offset + (if time < startTime then 0 else height);
  end Step;

  block Ramp "A value that rises steadily for a while"
    extends Source;
    parameter Real height = 1 "How far it rises";
    parameter Time duration(min=0) = 1 "How long it rises";
    parameter Time startTime = 0 "When it begins to rise";
  equation
    y = if time < startTime then 0
      elseif time < startTime + duration then height*(time - startTime)/duration
      else height;
  end Ramp;

  block Sine "A sine wave"
    extends Source;
    parameter Real amplitude = 1 "Amplitude";
    parameter Frequency f = 1 "Frequency";
    parameter Real offset = 0 "Mean value";
  equation
    y = offset + amplitude*sin(2*3.14159265358979*f*time);
  end Sine;

  block Gain "A multiple of the input"
    extends OneToOne;
    parameter Real k "Factor";
  equation
    y = k*u;
  end Gain;

  block Add "A weighted sum of two signals"
    extends TwoToOne;
    parameter Real k1 = 1 "Weight of the first input";
    parameter Real k2 = 1 "Weight of the second input";
  equation
    y = k1*u1 + k2*u2;
  end Add;

  block Feedback "The difference between what is wanted and what is"
    extends TwoToOne;
  equation
    y = u1 - u2;
  end Feedback;

  block Product "The product of two signals"
    extends TwoToOne;
  equation
    y = u1*u2;
  end Product;

  block Sum "The sum of any number of signals"
    parameter Integer n = 2 "Number of inputs";
    parameter Real k[n] = ones(n) "Weights";
    RealInput u[n] "Inputs";
    RealOutput y "Output";
  equation
    y = k*u;
  end Sum;

  block Limiter "The input within limits"
    extends OneToOne;
    parameter Real high = 1 "Upper limit";
    parameter Real low = -high "Lower limit";
  equation
    y = if u > high then high elseif u < low then low else u;
  end Limiter;

  block Integrator "The integral of the input"
    extends OneToOne(y(start=0, fixed=true));
    parameter Real k = 1 "Factor";
  equation
    der(y) = k*u;
  end Integrator;

  block FirstOrder "A lag"
    extends OneToOne(y(start=0, fixed=true));
    parameter Real k = 1 "Gain at rest";
    parameter Time T "Time constant";
  equation
    T*der(y) = k*u - y;
  end FirstOrder;

  block SecondOrder "A damped oscillation"
    extends OneToOne(y(start=0, fixed=true));
    parameter Real k = 1 "Gain at rest";
    parameter Real w "Angular frequency without damping";
    parameter Real D = 0.7 "Damping ratio";
    Real yd(start=0, fixed=true) "Rate of change of the output";
  equation
    der(y) = yd;
    der(yd) = w^2*(k*u - y) - 2*D*w*yd;
  end SecondOrder;

  block Derivative "The rate of change of the input, smoothed"
    extends OneToOne;
    parameter Time T = 0.01 "Time constant of the smoothing";
    Real x(start=0, fixed=true) "Smoothed input";
  equation
    T*der(x) = u - x;
    y = (u - x)/T;
  end Derivative;

  partial block Controller "What all controllers have"
    RealInput setpoint "What is wanted";
    RealInput measured "What is";
    RealOutput y "What is done about it";
    Real e = setpoint - measured "Control error";
  end Controller;

  block P "A proportional controller"
    extends Controller;
    parameter Real k = 1 "Gain";
  equation
    y = k*e;
  end P;

  block PI "A controller that leaves no error behind"
    extends Controller;
    parameter Real k = 1 "Gain";
    parameter Time Ti = 1 "Integration time";
    Real x(start=0, fixed=true) "Integral of the error, divided by the integration time";
  equation
    Ti*der(x) = e;
    y = k*(e + x);
  end PI;

  block PID "A controller made of parts"
    extends Controller;
    parameter Real k = 1 "Gain";
    parameter Time Ti = 1 "Integration time";
    parameter Time Td = 0.1 "Derivative time";
    Gain proportional(k=k) "Acts on the error";
    Integrator integral(k=k/Ti) "Acts on the past";
    Derivative derivative(T=Td/10) "Looks ahead";
    Gain weight(k=k*Td) "Weight of the derivative";
    Sum sum(n=3) "All three together";
  equation
    proportional.u = e;
    integral.u = e;
    derivative.u = e;
    connect(derivative.y, weight.u);
    connect(proportional.y, sum.u[1]);
    connect(integral.y, sum.u[2]);
    connect(weight.y, sum.u[3]);
    connect(sum.y, y);
  end PID;

  block OnOff "On below a band around the setpoint, off above it"
    RealInput setpoint "What is wanted";
    RealInput measured "What is";
    BooleanOutput on(start=false, fixed=true) "True if something is to be done";
    parameter Real band = 1 "Width of the band";
  equation
    when measured < setpoint - band/2 then
      on = true;
    elsewhen measured > setpoint + band/2 then
      on = false;
    end when;
  end OnOff;

  block Switch "One value or another"
    BooleanInput u "Which";
    RealOutput y "The value";
    parameter Real high = 1 "Value if true";
    parameter Real low = 0 "Value if false";
  equation
    y = if u then high else low;
  end Switch;

  block Sampler "Holds the input between samples"
    extends OneToOne(y(start=0, fixed=true));
    parameter Time period = 0.1 "Time between samples";
  equation
    when sample(0, period) then
      y = u;
    end when;
  end Sampler;
end Blocks;
