// What names can reach (MLS 5.3, 13.2): nothing protected, nothing in a class that is no package unless it is encapsulated,
// nothing that two imports bring.

package P
  model M
    parameter Real p = 2;
    constant Real c = 3;
    Real v = 1;
    model Inner
      Real z = 1;
    end Inner;
    encapsulated model Enc
      Real z = 1;
    end Enc;
  end M;
  constant Real k = 4;
protected
  constant Real hidden = 5;
  model Hid
    Real h = 1;
  end Hid;
end P;
package Q
  constant Real k = 7;
  constant Real k2 = 7;
  model Hid2
    Real h = 1;
  end Hid2;
end Q;
model T1
  Real x = P.M.p;
end T1;
model T2
  Real x = P.M.v;
end T2;
model T3
  Real x = P.M.c;
end T3;
model T4
  P.M.Inner i;
end T4;
model T5
  P.M.Enc i;
end T5;
model T6
  import P.Hid;
  Hid h;
end T6;
model T7
  import P.hidden;
  Real x = hidden;
end T7;
model T8
  import P.*;
  Real x = hidden;
end T8;
model T9
  import P.*;
  import Q.*;
  Real x = k;
end T9;
model T10
  import P.k;
  import Q.k;
  Real x = k;
end T10;
model T11
  import P.nothing;
  Real x = 1;
end T11;
model T12
  import P.M.c;
  Real x = c;
end T12;
model T13
  import a = P.k;
  import a = Q.k2;
  Real x = a;
end T13;
model T14
  import Nowhere.X;
  Real x = 1;
end T14;
model T15
  P.Hid h;
end T15;
model T16
  import P.{k, nothing, hidden};
  Real x = k;
end T16;
model T17
  P.M m;
  m.Inner i;
end T17;
model T18
  import P.M;
  import M;
  M m;
end T18;
model T19
  import k = P.k;
  Real k = 1;
end T19;
model T20
  package L
    constant Real q = 1;
  end L;
  import L.q;
  Real x = q;
end T20;
model T21
  P.M m;
  Real x = m.p + m.Inner.z;
end T21;
model T22
  extends T6;
  Hid h2;
end T22;

model Reachable
  T1 t1;
  T2 t2;
  T3 t3;
  T4 t4;
  T5 t5;
  T6 t6;
  T7 t7;
  T8 t8;
  T9 t9;
  T12 t12;
  T15 t15;
  T17 t17;
  T21 t21;
  T22 t22;
end Reachable;
