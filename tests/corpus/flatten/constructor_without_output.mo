operator record Pair
  Real a;
  Real b;
  encapsulated operator 'constructor'
    function none
      input Real a;
    algorithm
    end none;
  end 'constructor';
end Pair;

model ConstructorWithoutOutput
  Pair pair = Pair(1.0);
end ConstructorWithoutOutput;
