"""Trying things by hand before an agent does: a tool, the policy, what a profile makes of itself."""
