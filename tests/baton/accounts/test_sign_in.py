"""Signing in and out: by the page and by the headless API, with the same limits and the same silence."""

import json
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client, override_settings
from people import PASSWORD, People

from baton.accounts import attempts, lifetime

PAGE = "/sign-in/"
LOGIN = "/_allauth/browser/v1/auth/login"
SESSION = "/_allauth/browser/v1/auth/session"
COOKIE = settings.SESSION_COOKIE_NAME


def browser(address: str = "127.0.0.1") -> Client:
    """A browser with the CSRF cookie of the sign-in page."""
    client = Client(enforce_csrf_checks=True, headers={"Host": "localhost"}, REMOTE_ADDR=address)
    client.get(PAGE)
    return client


def by_page(client: Client, email: str, password: str, **more: str) -> Any:
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    return client.post(PAGE, {"email": email, "password": password, "csrfmiddlewaretoken": token, **more})


def by_api(client: Client, email: str, password: str) -> Any:
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    body = json.dumps({"email": email, "password": password})
    return client.post(LOGIN, body, content_type="application/json", headers={"X-CSRFToken": token})


def test_the_page_signs_in_and_goes_where_the_link_meant(people: People) -> None:
    client = browser()

    answer = by_page(client, people.alice.email, PASSWORD, next="/o/north/p/support/")

    assert (answer.status_code, answer["Location"]) == (302, "/o/north/p/support/")
    assert client.get("/o/north/p/support/")["Location"] == "/o/north/p/support/runs"


def test_the_api_signs_in_and_says_who(people: People) -> None:
    client = browser()

    answer = by_api(client, people.alice.email.upper(), PASSWORD)

    assert answer.status_code == 200
    assert answer.json()["data"]["user"]["email"] == people.alice.email
    assert client.get(SESSION).json()["meta"]["is_authenticated"] is True


@pytest.mark.parametrize("sign_in", [by_page, by_api])
def test_wrong_password_unknown_address_and_suspended_person_are_told_apart_by_nobody(
    people: People, sign_in: Any
) -> None:
    people.database.rows("update accounts_user set is_active = false where id = %s", [people.bob.id])
    tries = [
        (people.alice.email, "wrong"),
        ("nobody@north.example", PASSWORD),
        (people.bob.email, PASSWORD),
    ]
    answers, hashed = [], []

    for email, password in tries:
        client = browser()
        with mock.patch.object(
            MD5PasswordHasher, "encode", autospec=True, side_effect=MD5PasswordHasher.encode
        ) as encode:
            answer = sign_in(client, email, password)
        hashed.append(encode.call_count)
        token = client.cookies[settings.CSRF_COOKIE_NAME].value.encode()
        shown = answer.content.replace(email.encode(), b"").replace(token, b"")
        answers.append((answer.status_code, len(shown)))
        assert COOKIE not in client.cookies

    assert len(set(answers)) == 1
    assert set(hashed) == {1}


@pytest.mark.requirement("promises 7.21")
@pytest.mark.parametrize("sign_in", [by_page, by_api])
def test_the_sixth_wrong_password_in_a_minute_is_refused(people: People, sign_in: Any) -> None:
    answers = [sign_in(browser(), people.alice.email, "wrong") for _ in range(6)]
    right = sign_in(browser(), people.alice.email, PASSWORD)

    assert 429 not in {answer.status_code for answer in answers[:5]}
    assert (answers[5].status_code, answers[5]["Retry-After"]) == (429, "60")
    assert right.status_code == 429
    if sign_in is by_api:
        assert answers[5].json()["error"]["code"] == "rate_limited"


@pytest.mark.requirement("promises 7.21")
def test_tries_of_one_address_lock_nobody_out_elsewhere(people: People) -> None:
    for _ in range(6):
        by_page(browser("10.0.0.1"), people.alice.email, "wrong")

    from_elsewhere = by_page(browser("10.0.0.2"), people.alice.email, PASSWORD)
    of_another = by_page(browser("10.0.0.1"), people.bob.email, PASSWORD)

    assert (from_elsewhere.status_code, of_another.status_code) == (302, 302)


def test_many_addresses_and_many_names_are_limited_too(people: People) -> None:
    one_name = [by_page(browser(f"10.0.1.{n}"), people.alice.email, "wrong").status_code for n in range(21)]
    one_address = [by_page(browser("10.0.2.1"), f"p{n}@x.example", "wrong").status_code for n in range(21)]

    assert one_name == [422] * 20 + [429]
    assert one_address == [422] * 20 + [429]


def test_a_right_password_uses_up_no_try(people: People) -> None:
    answers = [by_page(browser(), people.alice.email, PASSWORD).status_code for _ in range(8)]

    assert answers == [302] * 8


@pytest.mark.requirement("promises 7.25")
def test_a_forwarded_address_gives_no_further_tries(people: People) -> None:
    statuses = []
    for number in range(6):
        client = browser()
        client.defaults["HTTP_X_FORWARDED_FOR"] = f"8.8.8.{number}"
        statuses.append(by_page(client, people.alice.email, "wrong").status_code)

    assert statuses[5] == 429


def test_tries_are_counted_in_the_process_while_the_cache_is_away(
    people: People, caplog: pytest.LogCaptureFixture
) -> None:
    with mock.patch.dict(
        settings.CACHES,
        {
            "default": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": "redis://127.0.0.1:1/0",
            }
        },
    ):
        del attempts.caches["default"]
        statuses = [by_page(browser(), people.alice.email, "wrong").status_code for _ in range(6)]
    del attempts.caches["default"]

    assert statuses == [422] * 5 + [429]
    assert "counted in this process" in caplog.text


@pytest.mark.requirement("promises 7.24")
@pytest.mark.parametrize("sign_in", [by_page, by_api])
def test_a_session_id_that_was_fixed_before_is_worth_nothing(people: People, sign_in: Any) -> None:
    client = browser()
    client.cookies[COOKIE] = "x" * 32

    sign_in(client, people.alice.email, PASSWORD)

    assert client.cookies[COOKIE].value != "x" * 32
    stored = people.database.rows("select session_key from django_session")
    assert [row["session_key"] for row in stored] == [client.cookies[COOKIE].value]
    assert Client(headers={"Cookie": f"{COOKIE}={'x' * 32}"}).get(SESSION).status_code == 401


def test_signing_in_again_as_another_person_leaves_nothing_of_the_first(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)
    first = client.cookies[COOKIE].value
    client.post("/sign-out/", {"csrfmiddlewaretoken": client.cookies[settings.CSRF_COOKIE_NAME].value})
    client.get(PAGE)

    by_page(client, people.bob.email, PASSWORD)

    rows = people.database.rows("select session_key from django_session")
    assert [row["session_key"] for row in rows] == [client.cookies[COOKIE].value]
    assert client.cookies[COOKIE].value != first


@pytest.mark.requirement("promises 7.22", "promises 7.24")
@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_signing_in_needs_a_csrf_token_and_our_origin(people: People, origin: str | None) -> None:
    client = browser()
    token = "" if origin is None else client.cookies[settings.CSRF_COOKIE_NAME].value
    headers = {} if origin is None else {"Origin": origin}
    sent = {"email": people.alice.email, "password": PASSWORD, "csrfmiddlewaretoken": token}

    page = client.post(PAGE, sent, headers=headers)
    api = client.post(
        LOGIN, json.dumps(sent), content_type="application/json", headers={**headers, "X-CSRFToken": token}
    )

    assert (page.status_code, api.status_code) == (403, 403)
    assert api.json()["error"]["code"] == "csrf_failed"
    assert people.database.value("select count(*) from django_session") == 0


def test_signing_out_ends_the_session_on_the_server(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)
    stolen = client.cookies[COOKIE].value

    client.get("/o/north/p/support/")
    answer = client.post(
        "/sign-out/", {"csrfmiddlewaretoken": client.cookies[settings.CSRF_COOKIE_NAME].value}
    )

    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
    assert people.database.value("select count(*) from django_session") == 0
    assert Client(headers={"Cookie": f"{COOKIE}={stolen}"}).get(SESSION).status_code == 401


def test_signing_out_by_a_link_or_without_a_token_does_nothing(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)

    answers = [client.get("/sign-out/").status_code, client.post("/sign-out/").status_code]

    assert answers == [405, 403]
    assert client.get(SESSION).status_code == 200


def test_a_session_ends_after_an_hour_without_a_request(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)
    begun = lifetime.time.time()

    with mock.patch.object(lifetime.time, "time", return_value=begun + 3500):
        still = client.get(SESSION).status_code
    with mock.patch.object(lifetime.time, "time", return_value=begun + 3500 + 3600):
        ended = client.get(SESSION).status_code

    assert (still, ended) == (200, 401)
    assert people.database.value("select count(*) from django_session") == 0


def test_a_session_ends_after_twelve_hours_however_busy(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)
    begun = lifetime.time.time()
    statuses = []

    for hours in range(1, 26):
        with mock.patch.object(lifetime.time, "time", return_value=begun + hours * 1799):
            statuses.append(client.get(SESSION).status_code)

    assert statuses[:24] == [200] * 24
    assert statuses[24] == 401


def test_a_link_to_our_sign_in_cannot_end_elsewhere(people: People) -> None:
    places = [
        "//evil.example",
        "https://evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/\\evil.example",
        "x",
    ]

    answers = [by_page(browser(), people.alice.email, PASSWORD, next=place) for place in places]

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * len(places)


def test_nothing_else_of_the_headless_api_is_served(people: People) -> None:
    client = browser()

    for path in (
        "auth/signup",
        "auth/password/request",
        "auth/password/reset",
        "account/password/change",
        "account/email",
    ):
        answer = client.get(f"/_allauth/browser/v1/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.requirement("promise P32")
def test_rubbish_sent_to_the_headless_api_is_refused(people: People) -> None:
    tries = [
        ("{", "application/json", 400),
        ("[" * 10_000, "application/json", 400),
        ("[]", "application/json", 400),
        ('{"email":"a\\u0000@b.example","password":"x"}', "application/json", 422),
        ('{"email":{"a":1},"password":["x"]}', "application/json", 400),
        ('{"password":1}', "application/json", 400),
        ("email=a", "application/x-www-form-urlencoded", 415),
        ('{"password":"' + "x" * 20_000 + '"}', "application/json", 413),
    ]
    client = browser()
    token = client.cookies[settings.CSRF_COOKIE_NAME].value

    answers = [
        client.post(LOGIN, body, content_type=content_type, headers={"X-CSRFToken": token}).status_code
        for body, content_type, _ in tries
    ]

    assert answers == [status for _, _, status in tries]


def test_rubbish_typed_into_the_page_is_a_wrong_sign_in(people: People) -> None:
    for email in ("", "no-address", "a\x00@b.example", "x" * 300 + "@b.example", "' or 1=1 --"):
        answer = by_page(browser(), email, "x")
        assert answer.status_code == 422
        assert b"is not right" in answer.content


def test_plain_http_from_another_machine_takes_no_password(people: People) -> None:
    client = Client(headers={"Host": "testserver"})

    page = client.get(PAGE)
    answer = client.post(PAGE, {"email": people.alice.email, "password": PASSWORD})

    assert b"by https, or through a tunnel" in page.content
    assert b'type="password"' not in page.content
    assert answer.status_code == 403


def test_cookies_say_little_and_are_seen_by_no_script(people: People) -> None:
    client = browser()
    by_page(client, people.alice.email, PASSWORD)
    cookie = client.cookies[COOKIE]

    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert COOKIE.endswith(settings.BATON.baton_instance)


def test_behind_a_proxy_that_speaks_https_the_cookie_is_secure(people: People) -> None:
    public = settings.BATON.model_copy(update={"baton_url": "https://localhost"})
    with override_settings(BATON=public, SESSION_COOKIE_SECURE=True, SECURE_HSTS_SECONDS=60):
        client = browser()
        without_origin = by_page(client, people.alice.email, PASSWORD)
        client.defaults["HTTP_ORIGIN"] = "https://localhost"
        answer = by_page(client, people.alice.email, PASSWORD)

    assert (without_origin.status_code, answer.status_code) == (403, 302)
    assert client.cookies[COOKIE]["secure"] is True
    assert answer["Strict-Transport-Security"] == "max-age=60"
