// only a comment
within Lib;
