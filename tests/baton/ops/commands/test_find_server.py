"""Where the server is: the environment, the checkout's file, and what is refused."""

import json
import os
from pathlib import Path

import pytest

from baton.ops.client.errors import NoServer
from baton.ops.client.server import Server, find_server


def write_demo(folder: Path, **content: str) -> Path:
    path = folder / ".baton" / "demo.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"url": "http://127.0.0.1:8000", "api_key": "btn_1", **content}))
    return path


def test_the_environment_comes_first(tmp_path: Path) -> None:
    write_demo(tmp_path)
    environ = {"BATON_URL": "https://baton.example/", "BATON_API_KEY": "btn_2"}

    assert find_server(environ, tmp_path) == Server("https://baton.example", "btn_2")


def test_the_demo_file_is_found_from_a_folder_below(tmp_path: Path) -> None:
    write_demo(tmp_path)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)

    assert find_server({}, below) == Server("http://127.0.0.1:8000", "btn_1")


def test_another_data_folder_is_respected(tmp_path: Path) -> None:
    data = write_demo(tmp_path / "elsewhere", api_key="btn_3").parent

    assert find_server({"BATON_DATA": str(data)}, tmp_path).api_key == "btn_3"


def test_a_key_alone_goes_to_the_servers_own_address(tmp_path: Path) -> None:
    write_demo(tmp_path)

    assert find_server({"BATON_API_KEY": "btn_9"}, tmp_path) == Server("http://127.0.0.1:8000", "btn_9")


def test_the_demo_key_never_goes_to_another_server(tmp_path: Path) -> None:
    write_demo(tmp_path)

    with pytest.raises(NoServer, match="BATON_API_KEY is not"):
        find_server({"BATON_URL": "https://elsewhere.example"}, tmp_path)


@pytest.mark.parametrize("url", ["ftp://x", "127.0.0.1:8000", "http://"])
def test_an_address_that_is_none_is_said(url: str) -> None:
    with pytest.raises(NoServer, match="is not an address of Baton"):
        find_server({"BATON_URL": url, "BATON_API_KEY": "k"})


def test_a_key_with_a_line_break_is_refused() -> None:
    with pytest.raises(NoServer, match="no key of Baton has"):
        find_server({"BATON_URL": "http://127.0.0.1", "BATON_API_KEY": "a\r\nX: y"})


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"url": "http://x"}'])
def test_a_torn_demo_file_is_one_sentence(content: str, tmp_path: Path) -> None:
    write_demo(tmp_path).write_text(content)

    with pytest.raises(NoServer, match="holds no url and api_key"):
        find_server({}, tmp_path)


def test_a_file_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_demo(tmp_path)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    monkeypatch.setattr(os, "geteuid", lambda: 54321)

    with pytest.raises(NoServer, match="belongs to another user"):
        find_server({}, tmp_path)


def test_a_folder_that_may_not_be_looked_into_is_passed_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = write_demo(tmp_path / "closed").parent
    look = Path.is_file

    def is_file(path: Path) -> bool:
        if path.parent == closed:
            raise PermissionError(13, "Permission denied")
        return look(path)

    monkeypatch.setattr(Path, "is_file", is_file)

    with pytest.raises(NoServer, match="that you may read"):
        find_server({"BATON_DATA": str(closed)}, tmp_path)
