"""The parts of publishing a definition, one module per kind; `publish_definition` runs them all at once."""
