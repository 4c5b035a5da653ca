"""Addresses of everything with drafts and versions."""

from typing import Any

from django.urls import URLPattern, path

from agents_app.api.objects.drafts import check_view, draft_view, one_view
from agents_app.api.objects.lists import duplicate_view, list_view
from agents_app.api.objects.publishing import (
    ToolWithdrawal,
    archive_view,
    publish_view,
    restore_view,
    unarchive_view,
    version_view,
    versions_view,
)
from agents_app.api.objects.words import WORDS, Words

_OF_EACH = {
    "": one_view,
    "/draft": draft_view,
    "/publish": publish_view,
    "/versions": versions_view,
    "/versions/<int:number>": version_view,
    "/versions/<int:number>/restore": restore_view,
}
_OF_NAMED = {"/archive": archive_view, "/unarchive": unarchive_view, "/duplicate": duplicate_view}


def _patterns(words: Words) -> list[URLPattern]:
    of_each: dict[str, Any] = dict(_OF_EACH)
    if words.table.is_single:
        base, first = words.many, []
    else:
        base = f"{words.many}/<uuid:{words.one}_id>"
        first = [path(words.many, list_view(words).as_view())]
        of_each |= _OF_NAMED
    return [
        *first,
        path(f"{words.many}/check", check_view(words).as_view()),
        *(path(f"{base}{tail}", view(words).as_view()) for tail, view in of_each.items()),
    ]


urlpatterns: list[URLPattern] = [
    *(pattern for words in WORDS.values() for pattern in _patterns(words)),
    path("tools/<uuid:tool_id>/versions/<int:number>/withdraw", ToolWithdrawal.as_view()),
]
