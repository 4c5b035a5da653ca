"""What templates of plain pages need: status shapes, addresses of the bundle, foreign text made visible."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from baton.core.visible import visible

register = template.Library()
register.filter("visible", visible)

# Drawn for 16 by 16; a stroke takes the colour of the text around it. Same meaning, same shape, everywhere.
_SHAPES = {
    "queued": '<circle cx="8" cy="8" r="6" fill="none" stroke-dasharray="2.6 2.1"/>',
    "approval": '<path class="fill" fill-rule="evenodd" d="M8 1l7 7-7 7-7-7z'
    'M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"/>',
    "succeeded": '<circle class="fill" cx="8" cy="8" r="7"/><path class="cut" d="M4.9 8.2l2.2 2.2 4-4.6"/>',
    "failed": '<path class="fill" d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/>'
    '<path class="cut" d="M5.6 5.6l4.8 4.8m0-4.8l-4.8 4.8"/>',
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
def built(name: str) -> str:
    """The address of a file of the application's bundle."""
    return static(f"app/{name}")
