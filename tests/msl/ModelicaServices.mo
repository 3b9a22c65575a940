within ;
package ModelicaServices
  "A tool's part of the standard library, with as many variables in each visualizer as in the tool that made the records"

  // What the variables hold is of no importance here, only how many there are: README.md tells how that is known.
  constant String target = "Count";

  package Animation
    model Shape
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialShape;
      Real drawn[25] = fill(time, 25);
    end Shape;

    model Vector
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialVector;
      Real drawn[31] = fill(time, 31);
    end Vector;

    model Surface
      extends Modelica.Utilities.Internal.PartialModelicaServices.Animation.PartialSurface;
      Real drawn[16] = fill(time, 16);
      Real points[3, nu, nv] = fill(time, 3, nu, nv);
      Real colors[if multiColoredSurface then 3 else 0, nu, nv] = fill(time, size(colors, 1), nu, nv);
    end Surface;
  end Animation;

  package ExternalReferences
    function loadResource
      extends Modelica.Utilities.Internal.PartialModelicaServices.ExternalReferences.PartialLoadResource;
    algorithm
      fileReference := uri;
    end loadResource;
  end ExternalReferences;

  package Machine
    final constant Real eps = 2.0^(-52);
    final constant Real small = 1e-60;
    final constant Real inf = 1e60;
    final constant Integer Integer_inf = 2147483647;
  end Machine;

  package System
    impure function exit
      extends Modelica.Utilities.Internal.PartialModelicaServices.System.exitBase;
    algorithm
      assert(false, "the program ends");
    end exit;
  end System;

  package Types
    type SolverMethod = String;
  end Types;
end ModelicaServices;
