model Missing
end Missing;
