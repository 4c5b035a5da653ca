"""What the staff take away in their pages is gone at once, also for who has a socket open."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from live_server import Browser
from people import People, Person
from web_server import WebServer, set_real_password

from baton.tenancy.roles import Role

pytestmark = pytest.mark.requirement("promises 7.20")
AT_ONCE = 10.0
"""Ten times a second; the next look would come after half a minute."""


def test_sockets_close_when_the_staff_suspend_a_person_and_an_organization(
    live: WebServer, people: People, somebody: Callable[[Role], Person]
) -> None:
    sam, east = people.add_staff(), people.add_place("east")
    first, second = somebody(Role.OPERATOR), people.add_person("Erin", east, Role.OWNER)
    for person in (sam, second):
        set_real_password(people.database, person)
    of_person, of_organization = (Browser(live.port).sign_in(each).open() for each in (first, second))
    staff = Browser(live.port).sign_in(sam)

    def submit(path: str, **fields: object) -> int:
        page = f"/staff/{path}/change/"
        shown = re.search(r'name="seen" value="([0-9a-f]+)"', staff.ask("GET", page)[1].decode())
        assert shown is not None
        form = urlencode({**fields, "seen": shown[1], "csrfmiddlewaretoken": staff._csrf})
        kind = "application/x-www-form-urlencoded"
        return staff.ask("POST", page, form, Content_Type=kind)[0]

    assert submit(f"accounts/user/{first.id}", email=first.email, name=first.name) == 302
    assert of_person.close_code(AT_ONCE) == 4401

    members = {f"membership_set-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    fields = {"name": "East", "slug": "east", "time_zone": "UTC", "max_running": 5, "suspended": "on"}
    assert submit(f"tenancy/organization/{east.organization_id}", **fields, **members) == 302
    assert of_organization.close_code(AT_ONCE) == 4403
