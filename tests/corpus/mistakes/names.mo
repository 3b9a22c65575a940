package Names "Words that cannot be names"
  model A
    Real start, end;
  equation
    start = 1;
    end = 2;
  end A;

  model block
    Real type;
    Boolean initial, not, and;
  equation
    type = 1;
    initial = true;
    not = true;
    and = true;
  end block;

  model Heat-Pump
    Real x;
  end Heat-Pump;
end Names;
