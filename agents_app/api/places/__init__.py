"""REST of credentials, connections and variables: lists, and one edited in place by its version."""
