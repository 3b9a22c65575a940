This is a letter, not a model.

Dear reader; I hope (you {are [well.
