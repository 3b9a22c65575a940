// An `inner` component that nobody declared is added, and that is said, in the words of its class.

model World
  parameter Real g = 9.81;
  annotation (defaultComponentName = "world", defaultComponentPrefixes = "inner",
    missingInnerMessage = "No \"world\" component is defined. A default one with g = 9.81 is used.");
end World;

model Other
  parameter Real g = 1;
end Other;

model Ball
  outer World world;
  Real v = -world.g*time;
end Ball;

model Leaf
  outer Other world;
  Real v = -world.g*time;
end Leaf;

model Cloud
  outer Other weather;
  Real v = weather.g*time;
end Cloud;

model AddedInner
  Ball ball[2];
  Leaf leaf;
  Cloud cloud;
end AddedInner;
