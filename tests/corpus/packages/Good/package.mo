within;
package Good
  constant Real k = 1;
  model M end M;
end Good;
