```modelica
model Fence "Copied from a page together with its marks"
  Real x = 1;
end Fence;
```
