"""REST: tools out of an OpenAPI document."""
