within Stray;
package Stray
end Stray;
