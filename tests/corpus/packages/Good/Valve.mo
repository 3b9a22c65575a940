within Good;
model Valve
end Valve;
