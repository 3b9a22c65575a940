// Numbers of more than 53 bits are not told from the next ones: they are no Integers here.
model LargeIntegers
  Integer most = 9007199254740991;
  Real rounded = 9007199254740993 "as a Real it is rounded like any other";
  Integer more = 9007199254740993;
  Integer less = -9007199254740992;
  Integer much = 123456789012345678901234567890;
end LargeIntegers;
