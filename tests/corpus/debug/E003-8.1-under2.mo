// check: --sublevel 2
// The tank again: also variables without which something is cut off, with what would tie it to the rest.
connector ActSignal
  Real act;
end ActSignal;

connector ReadSignal
  Real val;
end ReadSignal;

connector LiquidFlow
  Real lflow;
end LiquidFlow;

partial model Controller
  parameter Real Ts = 0.1;
  parameter Real K = 2;
  parameter Real T = 10;
  parameter Real ref = 0.25;
  Real error;
  Real outCtr;
  ReadSignal cInp;
  ActSignal cOut;
equation
  error = ref - cInp.val;
  cOut.act = outCtr;
end Controller;

model PIDcontinuousController
  extends Controller(K = 2, T = 10);
  Real x;
  Real y;
equation
  der(x) = error/T;
  y = T*der(error);
  outCtr = K*(x + error + y);
end PIDcontinuousController;

model LiquidSource
  LiquidFlow qOut;
  parameter Real flowLevel = 0.02;
equation
  qOut.lflow = flowLevel;
end LiquidSource;

model Tank
  ReadSignal tSensor;
  ActSignal tActuator;
  parameter Real area = 0.5;
  parameter Real flowGain = 0.05;
  Real h(start = 0);
  LiquidFlow qIn;
  LiquidFlow qOut;
equation
  der(h) = (qIn.lflow - qOut.lflow)/area;
  tSensor.val = h;
end Tank;

model TankWithPIDController
  LiquidSource source(flowLevel = 0.02);
  PIDcontinuousController pid(ref = 0.25);
  Tank tankm(area = 1);
equation
  connect(source.qOut, tankm.qIn);
  connect(tankm.tActuator, pid.cOut);
  connect(tankm.tSensor, pid.cInp);
end TankWithPIDController;
