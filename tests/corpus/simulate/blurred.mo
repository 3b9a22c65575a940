// Close to the edge neither value of the relation is consistent: each leads to the other, by as little as equations that
// are solved by iteration are unsure of. Either will do.
model Blurred
  Real drive = 1 - 2*time;
  Real flowing(start = 1) = drive + (if flowing > 0 then -3e-9 else 2e-9);
  annotation(experiment(StopTime = 1));
end Blurred;
