"""OpenAI chat completions, and every host that speaks them, through the openai SDK.

The SDK brings authentication, the base URL and its error classes; the transport is the platform's door out.
Bodies are built and streams are read by our own code: it costs half the SDK's time, and what hosts really
stream is looser than the SDK's types. The whole history is sent each time; nothing is kept at the provider.
"""
