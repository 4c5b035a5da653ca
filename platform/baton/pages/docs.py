"""The OpenAPI document to read and try, drawn by Swagger UI from our own files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """Public, as the document is; trying needs a key or a signed-in person."""
    return render(request, "pages/api_docs.html")
