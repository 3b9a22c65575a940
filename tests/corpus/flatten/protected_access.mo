// Protected elements are seen from inside and from classes that extend theirs, not from outside.

package Library
  model Tank
    parameter Real open = 1;
    Real level = open*area*time;
  protected
    parameter Real area = 2;
  end Tank;

  model Basin
    extends Tank(area = 4);
    Real twice = 2*area;
  end Basin;

  partial model Base
    Real x = time;
  end Base;

  model Closed
  protected
    extends Base;
  end Closed;
protected
  model Internal
    Real x = 1;
  end Internal;
  constant Real secret = 1;
public
  model User
    Internal internal;
  end User;
end Library;

model ProtectedAccess
  Library.Tank right(open = 2);
  Library.Tank wrong(area = 3);
  Library.Basin basin;
  Library.User user;
  Library.Internal internal;
  Library.Closed closed;
  Real a = basin.area;
  Real b = basin.level + user.internal.x;
  Real c = Library.secret*time;
  Real d = closed.x;
end ProtectedAccess;
