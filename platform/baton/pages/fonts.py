"""The application's fonts for plain pages, from its bundle; an empty style sheet where none was built."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from baton.pages.bundle import read_bundle

_FACES = ("Inter", "JetBrains Mono")
_FACE = """@font-face {{
  font-family: "{family}"; src: url("{address}") format("woff2");
  font-weight: 100 900; font-style: normal; font-display: swap;
}}
"""


@require_safe
def fonts_sheet(request: HttpRequest) -> HttpResponse:
    """Names the font files of today's bundle, which plain style sheets cannot know."""
    bundle = read_bundle(settings.BATON_BUNDLE)
    fonts = bundle.fonts if bundle else ()
    faces = [
        _FACE.format(family=family, address=static(f"app/{font}"))
        for family, font in zip(_FACES, fonts, strict=False)
    ]
    return HttpResponse("".join(faces), content_type="text/css", headers={"Cache-Control": "no-cache"})
