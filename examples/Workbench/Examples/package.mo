within Workbench;

package Examples "Models that can be run"
end Examples;
