"""An OpenAPI document as tools: each operation becomes the content of a tool, or says why it cannot.

Pure: nothing is fetched, and a document that is huge, endless or hostile is answered in bounded time. Making
drafts of what a person picks is a service.
"""

from agents_app.openapi.findings import OpenApiProblem
from agents_app.openapi.imported import Imported, Operation, read_openapi

__all__ = ["Imported", "OpenApiProblem", "Operation", "read_openapi"]
