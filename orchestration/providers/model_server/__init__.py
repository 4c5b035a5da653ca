"""`baton model-server`: the scripted model over HTTP: the three APIs of the adapters, and embeddings.

The same scripts answer here as in process, so that real SDKs, their transport and our adapters are what a
test or a bench exercises. It can be slow, refuse, break off and speak nonsense on request (`scenario`), and
it counts what it was asked (`/stat`, `/requests`). It is no stand-in for a provider's quality.
"""

from orchestration.providers.model_server.cli import command
from orchestration.providers.model_server.server import ModelServer

__all__ = ["ModelServer", "command"]
