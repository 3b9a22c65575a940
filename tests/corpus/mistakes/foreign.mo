model Foreign "Signs of other languages"
  Real v; % voltage
  Real i; # current
  Boolean a = time ~= 1;
  Real b = a ? 1 : 2;
  Real c(start = 50%);
  Real d = 20°C;
  Real e = 1 \ 2;
  String f = "a" & "b";
  Real g = |v|;
  Real h = √v;
  Real k = 10µ;
  Real l = 10Ω;
  Real m = time²;
  Real o „low quotes“;
  Real p annotation(Dialog(group = “curved quotes”));
  Real ‘single quotes’;
  Ölpumpe Ölpumpe;
equation
  v' = -v;
  i = v’;
  B = A'*C;
end Foreign;
