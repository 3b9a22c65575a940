within Wrong;
package Sub
end Sub;
