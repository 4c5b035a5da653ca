"""Which URLs and addresses may be spoken to, as tables."""

import pytest

from baton.core.errors import BadInput
from baton.egress.address import is_listable, is_public, parse_address
from baton.egress.allow import NOTHING, AllowList
from baton.egress.errors import BlockedAddress, EgressError, HostNotAllowed, InvalidUrl
from baton.egress.rule import judge_addresses, judge_listed_url, judge_url

BLOCKED_HOSTS = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0x7f.1",
    "0x7f.0x0.0x0.0x1",
    "0177.0.0.1",
    "0177.0.0.01",
    "0",
    "0.0.0.0",
    "00",
    "0x",
    "1.2.3",
    "1.2.3.4.5",
    "256.256.256.256",
    "127.0.0.1.",
    "①②⑦.0.0.1",
    "１２７.0.0.1",
    "127。0。0。1",
    "127．0．0．1",
    "127.0.0.①",
    "0x7f000001.",
    "%31%32%37.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "2852039166",
    "0251.0376.0251.0376",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "localhost",
    "LocalHost",
    "api.localhost",
    "printer.local",
    "metadata.google.internal",
    "nas.home.arpa",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:8.8.8.8]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b::8.8.8.8]",
    "[64:ff9b:1::a9fe:a9fe]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2002:808:808::1]",
    "[2001:0:7f00:1::]",
    "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
    "[2001:db8::1]",
    "[2001:2::1]",
    "[3fff::1]",
    "[100::1]",
    "[5f00::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[4000::1]",
]

INVALID_URLS = [
    "",
    "https",
    "https:",
    "https://",
    "https:///path",
    "https:/shop.example",
    "//shop.example/",
    "/orders",
    "file:///etc/passwd",
    "gopher://shop.example/",
    "ftp://shop.example/",
    "dict://shop.example:11211/",
    "ldap://shop.example/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "ws://shop.example/",
    "jar:https://shop.example/",
    "https://user@shop.example/",
    "https://user:word@shop.example/",
    "https://@shop.example/",
    "https://shop.example@127.0.0.1/",
    "https://shop.example:443@127.0.0.1/",
    "https://127.0.0.1\\@shop.example/",
    "https://shop.example\\.evil.example/",
    "https://shop.example/#@127.0.0.1",
    "https://shop.example#/x",
    "https://shop.example/a b",
    "https://shop.example/\r\nHost: evil.example",
    "https://shop.example\r\n.evil.example/",
    "https://shop.example/\tx",
    "https://shop.example/\x00",
    "https://shop.example/\x85",
    "https://shop.example/%zz",
    "https://shop.example/%",
    "https://shop.example/ü",
    "https://shop.example/?q=ü",
    "https://shop.example:0/",
    "https://shop.example:65536/",
    "https://shop.example:99999/",
    "https://shop.example:/",
    "https://shop.example:0443/",
    "https://shop.example:+443/",
    "https://shop.example:４４３/",
    "https://shop.example:443:443/",
    "https://shop.example.:443/",
    "https://shop..example/",
    "https://.shop.example/",
    "https://-shop.example/",
    "https://shop-.example/",
    "https://sh_op.example/",
    "https://sh%6fp.example/",
    "https://xn--.example/",
    "https://xn--a.example/",
    "https://BÜCHER.example/",
    "https://fa\u00adss.example/",
    "https://shop\u200b.example/",
    "https://ｓhop.example/",
    "https://*.example/",
    "https://[::1/",
    "https://::1/",
    "https://[::1%25eth0]/",
    "https://[::1%eth0]/",
    "https://[fe80::1%251]/",
    "https://[v1.x]/",
    "https://[127.0.0.1]/",
    "https://[]/",
    "https://" + "a" * 64 + ".example/",
    "https://" + ".".join(["a" * 60] * 5) + "/",
    "https://shop.example/" + "x" * 8200,
]


@pytest.mark.requirement("promises 7.56")
@pytest.mark.requirement("promise P27")
@pytest.mark.parametrize("host", BLOCKED_HOSTS)
@pytest.mark.parametrize("scheme", ["https", "http"])
def test_host_that_is_not_public_in_any_spelling_is_blocked(scheme: str, host: str) -> None:
    with pytest.raises(BlockedAddress) as refused:
        judge_url(f"{scheme}://{host}/", NOTHING)

    assert refused.value.code == "blocked_address"
    assert refused.value.sent is False


@pytest.mark.requirement("promises 7.58")
@pytest.mark.parametrize("url", INVALID_URLS)
def test_url_that_is_not_plainly_https_and_a_host_is_invalid(url: str) -> None:
    with pytest.raises(InvalidUrl) as refused:
        judge_url(url, NOTHING)

    assert refused.value.code == "invalid_url"


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example/",
        "http://8.8.8.8/",
        "https://shop.example:80/",
        "https://shop.example:22/",
        "https://8.8.8.8:6379/",
    ],
)
def test_plain_http_and_other_ports_need_an_entry(url: str) -> None:
    with pytest.raises(HostNotAllowed):
        judge_url(url, NOTHING)


@pytest.mark.parametrize(
    ("url", "host", "port", "sent"),
    [
        ("https://shop.example", "shop.example", 443, "https://shop.example/"),
        ("HTTPS://Shop.EXAMPLE:443/Orders?Q=1", "shop.example", 443, "https://shop.example/Orders?Q=1"),
        ("https://shop.example:8443?x", "shop.example", 8443, "https://shop.example:8443/?x"),
        (
            "https://bücher.example/%C3%BC",
            "xn--bcher-kva.example",
            443,
            "https://xn--bcher-kva.example/%C3%BC",
        ),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443, "https://xn--bcher-kva.example/"),
        ("https://8.8.8.8/a", "8.8.8.8", 443, "https://8.8.8.8/a"),
        ("https://[2606:4700:0::1111]/", "2606:4700::1111", 443, "https://[2606:4700::1111]/"),
        ("https://127.0.0.1.nip.example/", "127.0.0.1.nip.example", 443, "https://127.0.0.1.nip.example/"),
        ("https://0x7f.example/", "0x7f.example", 443, "https://0x7f.example/"),
    ],
)
def test_public_url_is_taken_apart_into_its_one_form(url: str, host: str, port: int, sent: str) -> None:
    destination = judge_url(url, NOTHING)

    assert (destination.host, destination.port, destination.url) == (host, port, sent)
    assert judge_url(destination.url, NOTHING) == destination


def test_entry_permits_exactly_its_host_and_port() -> None:
    allow = AllowList.parse(" 127.0.0.1:9000 , Models.internal:11434,[::1]:9001,")

    assert judge_url("http://127.0.0.1:9000/x", allow).listed
    assert judge_url("https://127.0.0.1:9000/x", allow).listed
    assert judge_url("http://models.internal:11434/", allow).authority == "models.internal:11434"
    assert judge_url("http://[0:0::1]:9001/", allow).authority == "[::1]:9001"
    for other in (
        "http://127.0.0.1:9001/",
        "http://127.0.0.2:9000/",
        "http://localhost:9000/",
        "http://127.0.0.1/",
    ):
        with pytest.raises(BlockedAddress):
            judge_url(other, allow)
    with pytest.raises(BlockedAddress):
        judge_url("http://127.1:9000/", allow)
    with pytest.raises(BlockedAddress):
        judge_url("http://[::ffff:127.0.0.1]:9000/", allow)


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1",
        "127.0.0.1:",
        ":9000",
        "127.0.0.1:0",
        "127.0.0.1:65536",
        "127.1:9000",
        "*:9000",
        "*.example:1",
        "a b:1",
        "::1:9000",
        "http://127.0.0.1:9000",
        "[fe80::1%1]:1",
    ],
)
def test_wrong_entry_is_named_and_never_skipped(text: str) -> None:
    with pytest.raises(BadInput, match="BATON_EGRESS_ALLOW") as refused:
        AllowList.parse(f"127.0.0.1:9000,{text}")

    assert refused.value.code == "invalid_setting"


def test_allow_list_is_written_as_it_is_read() -> None:
    allow = AllowList.parse("[::1]:9001,127.0.0.1:9000")

    assert AllowList.parse(str(allow)) == allow
    assert AllowList.parse("") == NOTHING


@pytest.mark.requirement("promises 7.59")
def test_only_named_hosts_are_model_hosts() -> None:
    allow = AllowList.parse("127.0.0.1:9000")
    hosts = frozenset({"api.openai.com"})

    assert judge_listed_url("https://api.openai.com/v1", allow, hosts).host == "api.openai.com"
    assert judge_listed_url("http://127.0.0.1:9000/v1", allow, hosts).listed
    for url in (
        "https://api.openai.com.evil.example/v1",
        "https://evil.example/v1",
        "https://10.0.0.1/v1",
        "http://127.0.0.1:9001/v1",
        "http://api.openai.com/v1",
        "https://api.openai.com:22/v1",
    ):
        with pytest.raises(HostNotAllowed):
            judge_listed_url(url, allow, hosts)


@pytest.mark.requirement("promise P27")
def test_one_bad_address_refuses_all() -> None:
    with pytest.raises(BlockedAddress):
        judge_addresses("shop.example", 443, ["8.8.8.8", "127.0.0.1"], NOTHING)

    assert judge_addresses("shop.example", 443, ["8.8.8.8", "2606:4700::1111"], NOTHING) == (
        "8.8.8.8",
        "2606:4700::1111",
    )


@pytest.mark.parametrize(
    "address", ["fe80::1%eth0", "::ffff:8.8.8.8", "127.1", "", "shop.example", "8.8.8.8\n"]
)
def test_resolver_answer_that_is_no_plain_address_is_blocked(address: str) -> None:
    with pytest.raises(BlockedAddress):
        judge_addresses("shop.example", 443, [address], NOTHING)


@pytest.mark.parametrize(
    ("address", "permitted"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("100.64.0.9", True),
        ("fd00::5", True),
        ("8.8.8.8", True),
        ("169.254.169.254", False),
        ("fe80::1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
    ],
)
def test_entry_permits_private_addresses_and_nothing_stranger(address: str, permitted: bool) -> None:
    allow = AllowList.parse("models.internal:11434")

    if permitted:
        assert judge_addresses("models.internal", 11434, [address], allow) == (address,)
    else:
        with pytest.raises(EgressError):
            judge_addresses("models.internal", 11434, [address], allow)


@pytest.mark.parametrize(
    ("number", "permitted"),
    [
        ("127.0.0.1", True),
        ("8.8.8.8", True),
        ("169.254.169.254", False),
        ("0.0.0.0", False),
        ("[fe80::1]", False),
    ],
)
def test_an_entry_that_is_a_number_permits_no_more_than_a_name(number: str, permitted: bool) -> None:
    allow = AllowList.parse(f"{number}:11434")

    if permitted:
        assert judge_url(f"http://{number}:11434/x", allow).listed
    else:
        with pytest.raises(BlockedAddress):
            judge_url(f"http://{number}:11434/x", allow)


def test_public_and_listable_never_overlap() -> None:
    for text in ("8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::1", "127.0.0.1", "fd00::1", "10.0.0.1"):
        address = parse_address(text)

        assert address is not None
        assert is_public(address) != is_listable(address)
