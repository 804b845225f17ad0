"""Scripts that make the figures of the documentation; README.md lists them. They are not part of the program."""
