"""Expected values of the blocks of `Modelica.Blocks`, computed from their documented definitions."""
