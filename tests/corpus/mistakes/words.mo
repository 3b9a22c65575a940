package Words "Keywords that are misspelt, or are those of other languages"
  model A
    const Real c = 1;
    final paramter Real h = 1;
  private
    Real v;
  equations
    v = 1;
  ned A;

  model B
    Real v;
  initial eqation
    v = 1;
  Equation
    fi time > 1 then
      v = 1;
    elif time > 2 then
      v = 3;
    else
      v = 2;
    endif;
  endB;

  partial modle C
    Boolean a = b AND c;
    Boolean d = b OR c;
    Boolean e = NOT c;
  ned C;

  fucntion f "half"
    input Real x;
    output Real y[3];
  algoritm
    for i in 1:3 do
      y[i] := x/2;
    endfor;
    while y[1] < x do
      y[1] := y[1] + 1;
    end while;
  end f;

  model D
    Real x;
  initial
    x = 1;
  equation
    der(x) = 1;
  end D;
end Words;
