"""The part of an address that a name becomes: never empty, whatever script the name is in. Pure."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from itertools import count

LONGEST = 60
_OTHER = re.compile(r"[^a-z0-9]+")


def slug_of(name: str, kind: str) -> str:
    """`Müller & Söhne` is `muller-sohne`; one without Latin letters is `kind` and eight digits."""
    plain = unicodedata.normalize("NFKD", name).casefold().encode("ascii", "ignore").decode()
    slug = _OTHER.sub("-", plain).strip("-")[:LONGEST].rstrip("-")
    return slug or f"{kind}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def free_slugs(name: str, kind: str) -> Iterator[str]:
    """The slug, and then others in turn for where it is taken."""
    slug = slug_of(name, kind)
    yield slug
    for number in count(2):
        end = f"-{number}"
        yield slug[: LONGEST - len(end)] + end
