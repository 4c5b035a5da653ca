"""Embeddings of OpenAI, and of every server that speaks its `POST /embeddings`, through the openai SDK.

The SDK brings authentication, the base URL and its error classes; what connects is the platform's door out.
Answers are read by our own code: hosts answer more loosely than the SDK's types say, and reading them costs
milliseconds that an event loop does not have.
"""
