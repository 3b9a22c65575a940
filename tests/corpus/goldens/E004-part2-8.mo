// The medium of a heat exchanger is a class that its user chooses.

partial model Liquid
  Real T, h;
end Liquid;

model BasicLinearWaterModel
  extends Liquid;
  parameter Real c = 4200;
equation
  h = c*(T - 273);
end BasicLinearWaterModel;

model HeatExchanger
  replaceable model Liquid = .Liquid;
  parameter Integer n = 2;
  Liquid liquid[n];
equation
  liquid.T = fill(300, n);
end HeatExchanger;

model Plant
  HeatExchanger heatExchanger1(redeclare model Liquid = BasicLinearWaterModel, n = 3);
end Plant;
