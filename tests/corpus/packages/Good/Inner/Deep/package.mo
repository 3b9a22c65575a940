within Good.Inner;
package Deep
end Deep;
