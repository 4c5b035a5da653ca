"""API keys of a project, as people manage them. On this floor since a key may hold streams open."""
