// An input that is there only if asked for, and an internal one that takes its place.

connector RealInput = input Real;

block Controller
  parameter Boolean useInput = false;
  parameter Real fixedValue = 3;
  RealInput reference if useInput;
  output Real y;
protected
  RealInput internal;
equation
  connect(reference, internal);
  if not useInput then
    internal = fixedValue;
  end if;
  y = 2*internal;
end Controller;

model ConditionalConnectors
  Controller alone;
  Controller led(useInput = true);
equation
  led.reference = time;
end ConditionalConnectors;
