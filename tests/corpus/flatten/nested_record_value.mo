record Element
  parameter Real R = 0;
end Element;

record Data
  parameter Integer n = 1;
  parameter Element element[n] = {Element(R=0)};
end Data;

model Cell
  parameter Data data;
  parameter Real total = sum(data.element.R);
end Cell;

model NestedRecordValue "The value of a record reaches the records inside it, sizes and all"
  parameter Data data(n=2, element={Element(R=3), Element(R=4)});
  Cell cell(data=data);
end NestedRecordValue;
