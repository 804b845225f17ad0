"""Training the models, with the `train` extra."""
