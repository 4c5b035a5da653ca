"""How long browsers keep what we serve: for ever where the name holds the content's digest, else briefly."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware


@pytest.fixture
def files(settings: LazySettings, tmp_path: Path) -> WhiteNoiseMiddleware:
    """The middleware over a folder with a bundle in it, as it stands when a process starts."""
    for name in ("assets/main-x4.js", "assets/main-x4.js.gz", "assets/inter-x1.woff2", ".vite/manifest.json"):
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name if name.endswith(".gz") else name * 9)
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    middleware = WhiteNoiseMiddleware(lambda _: HttpResponse(status=404), settings)
    finders.get_finder.cache_clear()
    return middleware


def ask(files: WhiteNoiseMiddleware, path: str, takes: str = "") -> HttpResponse:
    request: HttpRequest = RequestFactory().get(path, headers={"Accept-Encoding": takes})
    answer: HttpResponse = files(request)
    return answer


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/static/app/assets/main-x4.js", "text/javascript"),
        ("/static/app/assets/inter-x1.woff2", "font/woff2"),
    ],
)
def test_files_of_the_bundle_are_kept_for_ever(files: WhiteNoiseMiddleware, path: str, kind: str) -> None:
    answer = ask(files, path)

    assert answer["Cache-Control"] == "max-age=315360000, public, immutable"
    assert answer["Content-Type"].split(";")[0] == kind
    assert "Access-Control-Allow-Origin" not in answer


def test_a_packed_twin_goes_to_whoever_takes_it(files: WhiteNoiseMiddleware) -> None:
    answers = [ask(files, "/static/app/assets/main-x4.js", takes) for takes in ("gzip, br", "br", "")]

    assert [answer.get("Content-Encoding") for answer in answers] == ["gzip", None, None]
    assert {answer["Vary"] for answer in answers} == {"Accept-Encoding"}
    assert answers[0]["Content-Type"].startswith("text/javascript")
    assert "immutable" in answers[0]["Cache-Control"]


@pytest.mark.parametrize("path", ["/static/app/.vite/manifest.json", "/static/pages/pages.css"])
def test_what_keeps_its_name_is_asked_for_again(files: WhiteNoiseMiddleware, path: str) -> None:
    assert ask(files, path)["Cache-Control"] == "max-age=60, public"


@pytest.mark.parametrize(
    "path", ["/static/app/assets/", "/static/app/assets/../../../manage.py", "/static/app/assets/other.js"]
)
def test_nothing_else_is_served(files: WhiteNoiseMiddleware, path: str) -> None:
    assert ask(files, path).status_code == 404
