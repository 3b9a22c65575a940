// Neither equations nor variables.
model Empty
end Empty;
