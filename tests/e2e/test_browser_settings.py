"""The settings in the browser: secrets that never come back, a wrong key found in the form, two people at once."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from browser import Scheme, Window, assert_accessible, assert_fits, keep, sign_in, window
from browser_rest import post, start_with
from playwright.sync_api import Browser, Page, Route, expect
from stack import Stack, model_server, stack

from baton.ops.embedded.places import servers_home
from baton.ops.embedded.postgres import EmbeddedPostgres

SETTINGS = "/o/nordlicht/p/support/settings"
SECRET = "canary-4f1e9c77-shop-secret-9f3a"
REFUSED = ("401 (", "403 (", "412 (", "422 (")
"""What the browser's console says of requests that these journeys mean to have refused."""


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    """A model on this machine, as `host:port`."""
    with model_server() as address:
        yield address.removeprefix("http://")


@pytest.fixture(scope="module")
def platform(model: str) -> Iterator[Stack]:
    with stack(BATON_EGRESS_ALLOW=model) as running:
        yield running


@pytest.fixture(scope="module")
def office(platform: Stack, browser: Browser) -> Iterator[Window]:
    """The owner, signed in."""
    with window(browser, platform.demo["url"], expected=REFUSED) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


@pytest.fixture
def page(office: Window) -> Iterator[Page]:
    page = office.new_page()
    yield page
    page.close()
    office.assert_clean()


def open_part(page: Page, path: str, heading: str) -> None:
    page.goto(f"{SETTINGS}/{path}")
    # By its element: what lies under a dialog has no role any more.
    expect(page.locator("h2", has_text=heading).first).to_be_visible()


@contextmanager
def as_role(platform: Stack, role: str) -> Iterator[None]:
    """The demo's person has another role for a while."""
    port = json.loads((platform.data / "ports.json").read_text())["postgres"]
    database = EmbeddedPostgres(servers_home(platform.data), port=port)

    def become(wanted: str) -> None:
        with psycopg.connect(database.url_of("baton")) as owner:
            owner.execute("update tenancy_membership set role = %s", [wanted])

    become(role)
    try:
        yield
    finally:
        become("owner")


@pytest.mark.requirement("promises 4.11")
def test_a_value_goes_in_and_never_comes_back(platform: Stack, page: Page) -> None:
    answers: list[str] = []
    page.on("response", lambda each: answers.append(each.text()) if "/api/v1/" in each.url else None)
    open_part(page, "credentials", "Credentials")
    page.keyboard.press("n")
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill("Shop")
    form.get_by_label("Host").fill("https://api.shop.example/v1")
    form.get_by_label("Value", exact=True).fill(SECRET)
    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("Shop is made").first).to_be_visible()
    line = page.get_by_role("row").filter(has_text="api.shop.example")
    expect(line.get_by_text("•••• 9f3a")).to_be_visible()
    expect(line.get_by_text("fingerprint")).to_be_visible()
    page.get_by_role("button", name="Shop", exact=True).click()
    expect(form.get_by_label("New value")).to_have_value("")
    assert_accessible(page)

    form.get_by_label("Host").fill("elsewhere.example")
    expect(form.get_by_text("The stored value stays with api.shop.example")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(form.get_by_text("The stored value was given for api.shop.example")).to_be_visible()
    kept = platform.request("GET", "/credentials")["items"][0]
    assert kept["host"] == "api.shop.example"

    form.get_by_label("New value").fill(SECRET + "-2")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Shop is saved").first).to_be_visible()
    moved = platform.request("GET", "/credentials")["items"][0]
    assert (moved["host"], moved["last_four"]) == ("elsewhere.example", "3a-2")
    assert moved["fingerprint"] != kept["fingerprint"]
    page.reload()
    expect(page.get_by_text("elsewhere.example")).to_be_visible()
    assert SECRET not in page.content()
    assert not [each for each in answers if SECRET in each]


@pytest.mark.requirement("issue 4 connections")
def test_a_wrong_key_is_found_in_the_form_before_anything_is_stored(
    platform: Stack, page: Page, model: str
) -> None:
    before = len(platform.request("GET", "/credentials")["items"])
    open_part(page, "connections?item=new", "Model connections")
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("local")
    form.get_by_label("Address").fill(f"http://{model}/fault=unauthenticated/v1")
    form.get_by_label("Pasted key").fill("wrong-key-of-this-test")
    form.get_by_label("Model").fill("echo")
    form.get_by_role("button", name="Send").click()

    key = form.get_by_label("Pasted key")
    expect(form.get_by_text("The provider does not take this key.")).to_be_visible()
    expect(key).to_have_attribute("aria-invalid", "true")
    expect(key).to_be_focused()
    assert_accessible(page)
    kept = [each["name"] for each in platform.request("GET", "/connections")["items"]]
    assert kept == ["model", "researchers"]
    assert len(platform.request("GET", "/credentials")["items"]) == before

    key.fill("right-key-of-this-test")
    form.get_by_label("Address").fill(f"http://{model}/v1")
    form.get_by_label("Model").fill("echo")
    form.get_by_label("Message").fill("Seven green bottles")
    form.get_by_role("button", name="Send").click()
    expect(form.get_by_text("It answers")).to_be_visible()
    expect(form.get_by_text("Seven green bottles").last).to_be_visible()
    assert [each["name"] for each in platform.request("GET", "/connections")["items"]] == kept

    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("local is made").first).to_be_visible()
    made = next(each for each in platform.request("GET", "/connections")["items"] if each["name"] == "local")
    assert made["key"] == "stored"
    credential = next(
        each for each in platform.request("GET", "/credentials")["items"] if each["name"] == "local key"
    )
    assert credential["host"] == model
    assert "right-key-of-this-test" not in page.content()


@pytest.mark.requirement("issue 4 conflicts")
@pytest.mark.requirement("promises 4.7")
def test_two_tabs_change_one_variable_and_neither_is_lost(
    platform: Stack, office: Window, page: Page
) -> None:
    open_part(page, "variables", "Variables")
    page.keyboard.press("n")
    page.get_by_label("Name", exact=True).fill("depot url")
    page.get_by_label("Value").fill("https://one.example")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Write DEPOT_URL.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("DEPOT_URL")
    page.keyboard.press("Enter")
    expect(page.get_by_text("DEPOT_URL is made").first).to_be_visible()

    other = office.new_page()
    open_part(other, "variables", "Variables")
    for each in (page, other):
        each.get_by_role("button", name="DEPOT_URL", exact=True).click()
        expect(each.get_by_label("Value")).to_have_value("https://one.example")
    page.get_by_label("Value").fill("https://first.example")
    page.keyboard.press("Enter")
    expect(page.get_by_text("DEPOT_URL is saved").first).to_be_visible()
    other.get_by_label("Value").fill("https://second.example")
    other.keyboard.press("Enter")

    both = other.get_by_role("region", name="Somebody else changed DEPOT_URL meanwhile")
    expect(both.get_by_text("https://first.example")).to_be_visible()
    expect(both.get_by_text("https://second.example")).to_be_visible()
    assert_accessible(other)
    assert value_of(platform, "DEPOT_URL") == "https://first.example"
    both.get_by_role("button", name="Save what is chosen").click()
    expect(other.get_by_text("DEPOT_URL is saved").first).to_be_visible()
    assert value_of(platform, "DEPOT_URL") == "https://second.example"
    other.close()


@pytest.mark.requirement("promises 4.7")
def test_a_conflict_of_a_connection_shows_no_key(platform: Stack, page: Page, model: str) -> None:
    open_part(page, "connections", "Model connections")
    page.get_by_role("button", name="model", exact=True).click()
    form = page.get_by_role("dialog")
    form.get_by_label("Provider").select_option("Chat completions")
    form.get_by_label("Address").fill(f"http://{model}/v1")
    form.get_by_label("Key", exact=True).select_option("Paste it here")
    form.get_by_label("Pasted key").fill("canary-of-a-conflict")
    with page.expect_response(lambda each: each.request.method == "PATCH") as answered:
        page.route("**/connections/*", lambda route: another_is_quicker(page, route), times=1)
        page.keyboard.press("Control+Enter")
    assert answered.value.status == 412

    both = form.get_by_role("region", name="Somebody else changed model meanwhile")
    expect(both.get_by_text("refund_desk?latency_ms=1")).to_be_visible()
    assert_accessible(page)
    assert "canary" not in both.inner_text()
    both.get_by_role("button", name="Take what is stored").click()
    expect(form).to_have_count(0)
    kept = next(each for each in platform.request("GET", "/connections")["items"] if each["name"] == "model")
    assert (kept["provider"], kept["script"], kept["version"]) == ("scripted", "refund_desk?latency_ms=1", 2)


def another_is_quicker(page: Page, route: Route) -> None:
    """The same connection is changed by somebody else before the request arrives."""
    headers = {**route.request.headers, "content-type": "application/json"}
    answer = page.request.patch(
        route.request.url, headers=headers, data=json.dumps({"script": "refund_desk?latency_ms=1"})
    )
    assert answer.ok, answer.text()
    route.continue_()


def value_of(platform: Stack, name: str) -> str:
    items = platform.request("GET", "/variables")["items"]
    return str(next(each["value"] for each in items if each["name"] == name))


def test_a_variable_that_tools_use_is_not_deleted(platform: Stack, page: Page) -> None:
    open_part(page, "variables", "Variables")
    page.get_by_role("button", name="Acts on SHOP_URL").click()
    page.get_by_role("menuitem", name="Delete…").click()

    question = page.get_by_role("dialog")
    expect(question.get_by_text("find_order, issue_refund and list_orders")).to_be_visible()
    expect(question.get_by_role("button", name="Delete SHOP_URL")).to_have_count(0)
    question.get_by_role("button", name="Keep it").click()
    assert value_of(platform, "SHOP_URL")


@pytest.mark.requirement("issue 4 keys")
def test_a_key_is_shown_once_works_and_is_revoked(platform: Stack, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_part(page, "keys", "API keys")
    expect(page.get_by_text("“Demo” never expires.")).to_be_visible()
    page.keyboard.press("n")
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("Returns portal")
    assert_accessible(page)
    page.keyboard.press("Control+Enter")

    field = page.get_by_label("The new key")
    expect(field).to_have_value(re.compile("^btn_"))
    key = field.input_value()
    assert_accessible(page)
    page.get_by_role("button", name="Copy as curl").click()
    command = page.evaluate("navigator.clipboard.readText()")
    shown = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(shown.stdout)["key"]["name"] == "Returns portal"

    page.reload()
    expect(page.get_by_role("rowheader", name="Returns portal")).to_be_visible()
    assert key not in page.content()
    page.get_by_role("button", name="Acts on Returns portal").click()
    page.get_by_role("menuitem", name="Revoke…").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke Returns portal").click()
    expect(page.get_by_text("Returns portal is revoked").first).to_be_visible()
    expect(page.get_by_text(re.compile("^revoked "))).to_be_visible()
    refused = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(refused.stdout)["error"]["code"] == "invalid_api_key"


@pytest.mark.requirement("issue 4 import")
def test_a_project_goes_out_as_a_file_and_comes_back_with_its_plan(
    platform: Stack, page: Page, tmp_path: Path
) -> None:
    open_part(page, "transfer", "Import and export")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the file").click()
    file = tmp_path / "project.yaml"
    waiting.value.save_as(file)
    text = file.read_text()
    assert "refund-desk" in text
    assert SECRET not in text

    wrong = text.replace("specialization: Refunds", "speciality: Refunds")
    file.write_text(wrong)
    page.get_by_label("Choose a file…").last.set_input_files(file)
    problems = page.get_by_role("region", name=re.compile("problem"))
    line = wrong[: wrong.index("speciality")].count("\n") + 1
    expect(problems.get_by_text(f"line {line}").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Import "))).to_have_count(0)
    assert_accessible(page)
    problems.get_by_role("button").first.click()
    expect(page.get_by_label("The file", exact=True)).to_be_focused()

    page.get_by_label("The file", exact=True).fill(
        text.replace("specialization: Refunds", "specialization: Returns")
    )
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_text("Changed after it was signed", exact=True)).to_be_visible()
    change = page.get_by_role("button", name=re.compile("Changed.*refunds.*Profile"))
    change.click()
    table = page.get_by_role("table").last
    expect(table.get_by_text("specialization: Returns")).to_be_visible()
    assert_accessible(page)
    assert specialization(platform) == "Refunds"
    page.get_by_role("button", name=re.compile("^Import ")).click()

    expect(page.get_by_role("heading", name=re.compile("imported"))).to_be_visible()
    assert specialization(platform) == "Returns"


def specialization(platform: Stack) -> str:
    items = platform.request("GET", "/profiles")["items"]
    return str(next(each["specialization"] for each in items if each["name"] == "refunds"))


@pytest.mark.requirement("issue 4 prices")
def test_prices_begin_with_those_that_come_along_and_are_published(platform: Stack, page: Page) -> None:
    page.goto(f"{SETTINGS}/prices")
    expect(page.get_by_text("Nobody has published prices here")).to_be_visible()
    page.get_by_role("button", name="Start from these").click()
    page.get_by_label("Find a model").fill("gpt-5-mini")
    cells = page.get_by_label(re.compile("^Input of price"))
    expect(cells).to_have_count(2)  # One for each API of OpenAI.
    cell = cells.first
    cell.fill("cheap")
    expect(page.get_by_text("no amount of money").first).to_be_visible()
    cell.fill("0.30")
    expect(page.get_by_text("no amount of money")).to_have_count(0)
    assert_accessible(page)
    page.keyboard.press("Control+s")
    expect(page.get_by_text(re.compile("^saved")).first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Publish")).first.click()
    publish = page.get_by_role("dialog")
    publish.get_by_role("textbox").fill("As on the bill")
    publish.get_by_role("button", name=re.compile("Publish")).first.click()

    expect(page.get_by_text("Version 1 is live").first).to_be_visible()
    live = platform.request("GET", "/prices")
    assert live["version"] == 1
    mini = next(each for each in live["content"]["prices"] if each["model"] == "gpt-5-mini")
    assert float(mini["input"]) == 0.30


@pytest.mark.requirement("issue 4 forbidden")
def test_who_may_not_change_sees_why_and_no_button(platform: Stack, page: Page) -> None:
    with as_role(platform, "viewer"):
        for part, heading in (
            ("connections", "Model connections"),
            ("credentials", "Credentials"),
            ("variables", "Variables"),
        ):
            open_part(page, f"{part}?item=new", heading)
            expect(page.get_by_text("You can read this and not change it. You are a Viewer.")).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("^(New|Acts on)"))).to_have_count(0)
            expect(page.get_by_role("dialog")).to_have_count(0)
        open_part(page, "keys", "API keys")
        expect(page.get_by_role("heading", name="API keys are not shown to you")).to_be_visible()
        open_part(page, "transfer", "Import and export")
        expect(page.get_by_role("heading", name="You may not import")).to_be_visible()
        assert_accessible(page)
    with as_role(platform, "builder"):
        open_part(page, "credentials", "Credentials")
        expect(page.get_by_text("You are a Builder. Admins and the Owner may.")).to_be_visible()
        open_part(page, "connections?item=new", "Model connections")
        expect(page.get_by_role("dialog").get_by_text("Admins and the Owner choose the key.")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_every_part_fits_and_reads(
    platform: Stack, browser: Browser, size: str, scheme: Scheme, tmp_path: Path
) -> None:
    parts = {
        "connections": "model",
        "connections?item=new": "New model connection",
        "credentials": "Credentials",
        "credentials?item=new": "New credential",
        "variables": "SHOP_URL",
        "variables?item=new": "SHOP_URL",
        "prices": "gpt-5",
        "keys": "Demo",
        "keys?item=new": "New API key",
        "transfer": "Download the file",
    }
    with window(browser, platform.demo["url"], size, scheme) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        for part, sign in parts.items():
            page.goto(f"{SETTINGS}/{part}")
            expect(page.get_by_text(sign).locator("visible=true").first).to_be_visible()
            page.wait_for_timeout(200)
            keep(page, tmp_path, f"settings-{part.replace('?item=', '-')}-{size}-{scheme}")
            assert_fits(page)
            assert_accessible(page)
            seen.assert_clean()


@pytest.mark.requirement("agents 17")
def test_what_a_model_takes_is_said_in_a_table_tried_and_stored(
    platform: Stack, page: Page, model: str
) -> None:
    open_part(page, "connections?item=new", "Model connections")
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("Table")
    form.get_by_label("Fill in for").select_option("vLLM")
    expect(form.get_by_text("It asks for no key unless")).to_be_visible()
    form.get_by_label("Address").fill(f"http://{model}/v1")
    form.get_by_role("button", name="What the endpoint takes").click()
    every = form.get_by_role("table", name="What every model takes")
    expect(every.get_by_label("top_k")).to_contain_text("as shipped: no")
    every.get_by_label("Files").select_option("no")
    form.get_by_label("Another model").fill("gpt-5-mini")
    page.keyboard.press("Enter")
    mini = form.get_by_role("table", name="What gpt-5-mini takes")
    expect(mini.get_by_label("temperature")).to_contain_text("as shipped: no")
    expect(mini.get_by_label("Files")).to_contain_text("as every model: no")
    mini.get_by_label("temperature").select_option("yes")
    mini.get_by_label("Most tokens of one answer").fill("512")
    assert_accessible(page)

    said = {"temperature": True, "max_output_tokens": 512}
    attempt = form.get_by_role("region", name="Try it")
    attempt.get_by_label("Model").fill("echo")
    with page.expect_request("**/connections/try") as asked:
        attempt.get_by_role("button", name="Send").click()
    sent = asked.value.post_data_json
    assert (sent["transport"], sent["model_capabilities"]) == ("lean", {"gpt-5-mini": said})
    expect(form.get_by_text("It answers")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Table is made").first).to_be_visible()
    kept = next(each for each in platform.request("GET", "/connections")["items"] if each["name"] == "Table")
    assert (kept["capabilities"], kept["model_capabilities"]) == ({"files": False}, {"gpt-5-mini": said})
    assert (kept["transport"], kept["key"]) == ("lean", "none")


@pytest.mark.requirement("agents 18")
def test_a_run_says_who_did_not_answer_and_who_answered_instead(page: Page, model: str) -> None:
    open_part(page, "connections", "Model connections")
    for name, scenario in (("Silent", "/fault=quota"), ("Spare", "")):
        address = f"http://{model}{scenario}/v1"
        post(page, "/connections", {"name": name, "provider": "openai_chat", "base_url": address})
    spare = {"connection": "Spare", "model": "echo?chunks=2"}
    run = start_with(page, "spared", {"connection": "Silent", "model": "echo", "fallback": [spare]})

    page.goto(f"/o/nordlicht/p/support/runs/{run}")
    story = page.get_by_role("list", name="Story of the run")
    expect(story).to_contain_text("The provider of echo answered 429; echo?chunks=2 answered")
    expect(story).to_contain_text("Written by echo, fallback 1 of the agent.")
    expect(page.get_by_text("echo, fallback 1").first).to_be_visible()
    story.get_by_role("button", name="The provider of echo").click()
    page.get_by_role("tab", name="Tries").click()
    tries = page.get_by_role("tabpanel")
    expect(tries).to_contain_text("Nothing was read or written.")
    expect(tries).to_contain_text("Then Baton asked echo?chunks=2 at openai_chat, fallback 1 of the agent.")
    page.keyboard.press("4")
    models = page.get_by_role("table", name="By model")
    expect(models.get_by_role("row", name="echo").first).to_contain_text("openai_chat")
    expect(page.get_by_text("echo has no price here.").first).to_be_visible()
    assert_accessible(page)


@pytest.mark.requirement("agents 19")
def test_a_refused_answer_is_told_with_why_and_the_next_one_read(page: Page) -> None:
    open_part(page, "connections", "Model connections")
    replies = [{"text": "Gladly."}, {"text": '```json\n{"amount": 12}\n```'}]
    post(page, "/connections", {"name": "Forms", "provider": "scripted", "script": {"replies": replies}})
    output = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}
    run = start_with(page, "formed", {"connection": "Forms", "model": "scripted", "output": output})

    page.goto(f"/o/nordlicht/p/support/runs/{run}")
    story = page.get_by_role("list", name="Story of the run")
    refused = "The answer of the scripted model was refused: it is not one JSON object; Baton asked again"
    expect(story).to_contain_text(refused)
    expect(story).to_contain_text('"amount": 12')
    story.get_by_role("button", name="formed answered").click()
    ways = page.get_by_role("list", name="Ways of reading, in order")
    expect(ways).to_contain_text("Out of its code fence: it could be read")
    expect(ways).to_contain_text("Against the schema: it fits")
    assert_accessible(page)
