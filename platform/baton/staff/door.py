"""Who gets to the staff's pages: one of the staff who has just signed in. For others there is nothing."""

import time
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from baton.accounts.lifetime import BEGUN
from baton.accounts.models import User
from baton.core.errors import NotFound
from baton.staff.connection import has_staff_pages

FRESH_SECONDS = 30 * 60


def turned_away(request: HttpRequest) -> HttpResponse | None:
    """None for who may enter; else where to sign in anew. Raises NotFound for everybody but the staff."""
    user = request.user
    if not has_staff_pages() or not isinstance(user, User) or not user.is_active or not user.is_staff:
        raise NotFound
    begun = request.session.get(BEGUN)
    if isinstance(begun, int) and 0 <= time.time() - begun < FRESH_SECONDS:
        return None
    wanted = request.get_full_path() if request.method == "GET" else request.path
    return redirect(f"{settings.LOGIN_URL}?{urlencode({'next': wanted, 'again': '1'})}")
