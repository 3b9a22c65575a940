within Other;
model Elsewhere
end Elsewhere;
