record Curve
  parameter Real y[:];
  parameter Real eta[size(y, 1)];
end Curve;

function curve "What it begins with tells the sizes of what it gives"
  input Real power;
  output Curve c(y = {0, 0.5, 1}, eta = zeros(n));
protected
  constant Integer n = 3;
algorithm
  if power > 1 then
    for i in 1:n loop
      c.eta[i] := power*i;
    end for;
  else
    c.eta := 0.7*ones(n);
  end if;
end curve;

model RecordResults "A record of a size that is known, from a parameter that is not"
  parameter Real power(fixed = false);
  parameter Curve c = curve(power);
  Real total = sum(c.eta);
initial equation
  power = 2;
  annotation(experiment(StopTime = 1));
end RecordResults;
