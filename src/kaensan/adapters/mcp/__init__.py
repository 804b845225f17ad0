"""Pages for agents: a server of the Model Context Protocol (the `mcp` extra), as `kaensan mcp` runs it."""
