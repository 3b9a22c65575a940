within Wrong;
model Different
end Different;
