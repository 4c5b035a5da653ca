"""How requests to model providers travel, and what is the same for every API.

An API is a `Dialect` (`dialect.py`): a path, the headers of its key, a request body, and how a reply is put
together from the stream. `ModelWire` (`client.py`) drives any of them over a `Transport`: the provider's own
SDK (`sdk.py`) or Baton's bare HTTP (`lean.py`). Neither retries: that is the engine's one layer.
"""
