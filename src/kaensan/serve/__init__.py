"""The engine as a service: an HTTP interface, and the studio that is built on it."""
