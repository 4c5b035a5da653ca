"""OpenAI's responses API: the conversation as items, sent whole each time or kept at the provider."""
