model Punctuation "Signs that are not needed";
public:
  Real x;;
equation:
  x = 1;
  if time > 1 then;
    x = 2;
  end if;
algorithm;
  x := 1;
end Punctuation;
