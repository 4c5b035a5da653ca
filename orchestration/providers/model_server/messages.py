"""Anthropic's messages: turns of blocks, and their stream."""

from collections.abc import Iterator
from typing import Any

import orjson

from orchestration.engine.messages import Message, MessageCall, Part
from orchestration.engine.ports import ToolSchema, Usage
from orchestration.providers.model_server.api import Asked, Problem, Refusal, named_sse
from orchestration.providers.model_server.completion import Completion, pieces
from orchestration.providers.model_server.schemas import refuse_open_objects

_STOP = {"tool_calls": "tool_use", "length": "max_tokens", "refusal": "refusal", "content_filter": "refusal"}
_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    529: "overloaded_error",
}


class MessagesApi:
    """Anthropic's messages."""

    path = "/v1/messages"
    end = b""

    def read(self, form: dict[str, Any]) -> Asked:
        if not isinstance(form.get("max_tokens"), int):
            raise Refusal(Problem(400, "invalid_value", "max_tokens: Field required"))
        refuse_open_objects(((form.get("output_config") or {}).get("format") or {}).get("schema"))
        system = form.get("system")
        opening: list[Message] = [{"role": "system", "content": _text(system)}] if system else []
        messages = [message for turn in form["messages"] for message in _turn(turn)]
        return Asked(
            model=str(form["model"]),
            messages=[*opening, *messages],
            tools=[
                ToolSchema(each["name"], each.get("description", ""), each["input_schema"])
                for each in form.get("tools") or ()
            ],
            stream=bool(form.get("stream")),
        )

    def whole(self, completion: Completion) -> dict[str, Any]:
        return {**_frame(completion), "content": _blocks(completion), **_stop(completion)}

    def events(self, completion: Completion) -> list[bytes]:
        return [named_sse(event) for event in _events(completion)]

    def keep(self, asked: Asked, completion: Completion) -> None:
        """Nothing is kept between two requests."""

    def error(self, problem: Problem) -> dict[str, Any]:
        kind = _ERRORS.get(problem.status, "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": problem.message}, "request_id": None}

    def error_event(self) -> bytes:
        error = {"type": "overloaded_error", "message": "Overloaded mid-stream."}
        return named_sse({"type": "error", "error": error})


def _turn(turn: dict[str, Any]) -> Iterator[Message]:
    blocks = turn["content"]
    if isinstance(blocks, str):
        blocks = [{"type": "text", "text": blocks}]
    if turn["role"] == "assistant":
        yield _assistant(blocks)
        return
    for block in blocks:
        if block["type"] == "tool_result":
            content = block.get("content", "")
            shown = content if isinstance(content, str) else [_part(each) for each in content]
            yield {"role": "tool", "tool_call_id": block["tool_use_id"], "content": shown}
    said = [_part(block) for block in blocks if block["type"] != "tool_result"]
    if said:
        yield {"role": "user", "content": said}


def _assistant(blocks: list[dict[str, Any]]) -> Message:
    text = "".join(block["text"] for block in blocks if block["type"] == "text")
    message: Message = {"role": "assistant", "content": text or None}
    calls: list[MessageCall] = [
        {"id": block["id"], "name": block["name"], "arguments": orjson.dumps(block["input"]).decode()}
        for block in blocks
        if block["type"] == "tool_use"
    ]
    if calls:
        message["tool_calls"] = calls
    return message


def _part(block: dict[str, Any]) -> Part:
    if block["type"] == "text":
        return {"type": "text", "text": block["text"]}
    source = block["source"]
    where = source.get("url") or source["data"]
    if block["type"] == "image":
        return {"type": "image", "media_type": source.get("media_type", "image/png"), "url": where}
    return {"type": "file", "media_type": "", "name": block.get("title", ""), "url": where}


def _text(system: str | list[dict[str, Any]]) -> str:
    return system if isinstance(system, str) else "\n\n".join(block["text"] for block in system)


def _blocks(completion: Completion) -> list[dict[str, Any]]:
    reply = completion.reply
    blocks: list[dict[str, Any]] = []
    if reply.reasoning:
        signature = f"sig-{completion.digest}"
        blocks.append({"type": "thinking", "thinking": reply.reasoning, "signature": signature})
    if reply.text:
        blocks.append({"type": "text", "text": reply.text})
    for each in reply.calls:
        arguments = _input(completion, each.arguments)
        blocks.append({"type": "tool_use", "id": each.provider_id, "name": each.name, "input": arguments})
    return blocks


def _input(completion: Completion, arguments: str | None) -> Any:
    try:
        return {} if completion.arguments_are_missing else orjson.loads(arguments or "{}")
    except orjson.JSONDecodeError:
        return {}


def _frame(completion: Completion) -> dict[str, Any]:
    return {
        "id": f"msg_{completion.digest}",
        "type": "message",
        "role": "assistant",
        "model": completion.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": _usage(completion.usage) if completion.scenario.usage else None,
    }


def _stop(completion: Completion) -> dict[str, Any]:
    return {"stop_reason": _STOP.get(completion.reply.ended_by, "end_turn"), "stop_sequence": None}


def _events(completion: Completion) -> Iterator[dict[str, Any]]:
    frame = _frame(completion)
    if frame["usage"]:
        frame["usage"] = {**frame["usage"], "output_tokens": 1}
    yield {"type": "message_start", "message": frame}
    for place, block in enumerate(_blocks(completion)):
        yield from _block_events(completion, place, block)
    if completion.says_its_end:
        usage = {"output_tokens": completion.usage.output} if completion.scenario.usage else None
        yield {"type": "message_delta", "delta": _stop(completion), "usage": usage}
        yield {"type": "message_stop"}


def _block_events(completion: Completion, place: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match block["type"]:
        case "text":
            begun, deltas = {**block, "text": ""}, _deltas(completion, "text_delta", "text", block["text"])
        case "thinking":
            begun = {**block, "thinking": "", "signature": ""}
            deltas = [
                *_deltas(completion, "thinking_delta", "thinking", block["thinking"]),
                {"type": "signature_delta", "signature": block["signature"]},
            ]
        case _:
            begun, arguments = {**block, "input": {}}, orjson.dumps(block["input"]).decode()
            deltas = _deltas(completion, "input_json_delta", "partial_json", arguments)
    yield {"type": "content_block_start", "index": place, "content_block": begun}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": place, "delta": delta}
    yield {"type": "content_block_stop", "index": place}


def _deltas(completion: Completion, kind: str, name: str, text: str) -> list[dict[str, Any]]:
    return [{"type": kind, name: piece} for piece in pieces(text, completion.scenario.chunks)]


def _usage(usage: Usage) -> dict[str, Any]:
    """`input_tokens` are the fresh ones alone."""
    return {
        "input_tokens": None if usage.input is None else usage.input - (usage.cached or 0),
        "cache_read_input_tokens": usage.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.output,
        "output_tokens_details": None if usage.reasoning is None else {"thinking_tokens": usage.reasoning},
    }
