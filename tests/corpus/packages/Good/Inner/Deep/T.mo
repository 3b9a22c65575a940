within Good.Inner.Deep;
type T = Real;
