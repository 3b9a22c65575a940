// What a model writes it finds again: a file of two lines in a folder of its own, which gets another name and goes at last.
model FilesAndFolders
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  impure function mkdir
    input String name;
  external "C" ModelicaInternal_mkdir(name);
  end mkdir;

  impure function rmdir
    input String name;
  external "C" ModelicaInternal_rmdir(name);
  end rmdir;

  impure function rename
    input String old;
    input String new;
  external "C" ModelicaInternal_rename(old, new);
  end rename;

  impure function remove
    input String name;
  external "C" ModelicaInternal_removeFile(name);
  end remove;

  impure function stat
    input String name;
    output Integer kind;
  external "C" kind = ModelicaInternal_stat(name);
  end stat;

  impure function lines
    input String name;
    output Integer n;
  external "C" n = ModelicaInternal_countLines(name);
  end lines;

  // 1 is nothing, 2 a file, 3 a folder: the digits are what is there at first, the folder, its two lines, the file under its
  // new name, and nothing at last.
  impure function all
    output Integer digits;
  protected
    String folder = "some", other = "other";
  algorithm
    digits := stat(folder);
    mkdir(folder);
    digits := 10*digits + stat(folder);
    print("one", folder + "/text");
    print("two", folder + "/text");
    digits := 10*digits + lines(folder + "/text");
    rename(folder, other);
    digits := 10*digits + stat(other + "/text");
    remove(other + "/text");
    rmdir(other);
    digits := 10*digits + stat(other);
    assert(digits == 13221, "found " + String(digits));
  end all;

  Integer found;
algorithm
  when initial() then
    found := all();
  end when;
end FilesAndFolders;
