"""Drop-in functions and classes with the names and arguments of other extractors, for programs that change over."""
