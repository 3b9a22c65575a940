within Good;
package Inner
end Inner;
