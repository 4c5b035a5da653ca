"""Anthropic's messages API: turns of blocks, the whole of the conversation sent each time."""
