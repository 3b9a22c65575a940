// The counter is set when it rises, and nothing says when.
model Counter
  Integer count(start = 0, fixed = true);
  Boolean tick;
equation
  when tick then
    count = pre(count) + 1;
  end when;
end Counter;
