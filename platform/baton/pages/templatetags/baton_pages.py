"""What templates need of Baton: status shapes, times, and foreign text made visible."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from baton.core.clock import to_rfc3339
from baton.core.visible import visible
from baton.pages.words import SOON, Look, ago, look_of, until
from orchestration.engine.states import RunStatus, WaitingFor

register = template.Library()
register.filter("visible", visible)

# Drawn for 16 by 16; a stroke takes the colour of the text around it. Same meaning, same shape, everywhere.
_SHAPES = {
    "queued": '<circle cx="8" cy="8" r="6" fill="none" stroke-dasharray="2.6 2.1"/>',
    "running": '<path d="M8 2a6 6 0 1 1-6 6" fill="none"/><circle cx="8" cy="8" r="2" class="fill"/>',
    "approval": '<path class="fill" fill-rule="evenodd" d="M8 1l7 7-7 7-7-7z'
    'M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"/>',
    "review": '<rect class="fill" x="2" y="2" width="12" height="12" rx="2"/>'
    '<path class="cut" d="M5 6.3h6M5 9.7h4"/>',
    "input": '<path class="fill" d="M2 3h12v8H8l-3 3v-3H2z"/><path class="cut" d="M5 7h.1M8 7h.1M11 7h.1"/>',
    "succeeded": '<circle class="fill" cx="8" cy="8" r="7"/><path class="cut" d="M4.9 8.2l2.2 2.2 4-4.6"/>',
    "failed": '<path class="fill" d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/>'
    '<path class="cut" d="M5.6 5.6l4.8 4.8m0-4.8l-4.8 4.8"/>',
    "cancelled": '<circle cx="8" cy="8" r="6" fill="none"/><path d="M4 12l8-8" fill="none"/>',
    "timedout": '<path class="fill" d="M3 1h10v3L9.4 8 13 12v3H3v-3l3.6-4L3 4z"/>',
    "attention": '<path class="fill" d="M8 1.2L15.4 14.6H.6z"/><path class="cut" d="M8 6v4M8 12.2v.1"/>',
}


@register.simple_tag
def shape(name: str) -> SafeString:
    """A status shape alone, beside its word: hidden from screen readers, which hear the word."""
    drawing = mark_safe(_SHAPES[name])  # noqa: S308 - from the table above, never from data
    return format_html(
        '<svg class="shape is-{}" viewBox="0 0 16 16" aria-hidden="true">{}</svg>', name, drawing
    )


@register.simple_tag
def status(status: RunStatus, waiting_for: WaitingFor | None = None) -> SafeString:
    """The chip of a run: shape and word."""
    look: Look = look_of(status, waiting_for)
    return format_html('<span class="chip is-{}">{}{}</span>', look.shape, shape(look.shape), look.word)


@register.simple_tag(takes_context=True)
def since(context: Any, at: datetime) -> SafeString:
    """How long ago, with the exact instant behind it."""
    return _time(at, ago(at, context["now"]))


@register.simple_tag(takes_context=True)
def expiry(context: Any, at: datetime) -> SafeString:
    """How long until, with the exact instant behind it; marked when it is close."""
    now: datetime = context["now"]
    return _time(at, until(at, now), "soon" if (at - now).total_seconds() < SOON else "")


def _time(at: datetime, words: str, kind: str = "") -> SafeString:
    exact = to_rfc3339(at)
    return format_html('<time class="{}" datetime="{}" title="{}">{}</time>', kind, exact, exact, words)
