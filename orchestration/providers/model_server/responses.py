"""OpenAI's responses: items in, items out, and the conversation kept for who asks for it."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from orchestration.engine.messages import Message, MessageCall, Part, Role
from orchestration.engine.ports import RequestedCall, ToolSchema, Usage
from orchestration.providers.model_server.api import Asked, Problem, Refusal, named_sse, openai_error
from orchestration.providers.model_server.completion import Completion, pieces

_KEPT = 1000
_INCOMPLETE = {"length": "max_output_tokens", "content_filter": "content_filter"}


class ResponsesApi:
    """OpenAI's responses, with a memory of its own."""

    path = "/v1/responses"
    end = b""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[Message]] = OrderedDict()
        self._thoughts: OrderedDict[str, None] = OrderedDict()
        """Ids of the reasoning that stands with kept responses."""

    def read(self, form: dict[str, Any]) -> Asked:
        before = self._before(form.get("previous_response_id"))
        self._find_thoughts(form["input"])
        instructions = form.get("instructions")
        opening: list[Message] = [{"role": "system", "content": instructions}] if instructions else []
        return Asked(
            model=str(form["model"]),
            messages=[*opening, *before, *_messages(form["input"])],
            tools=[_tool(each) for each in form.get("tools") or ()],
            stream=bool(form.get("stream")),
            keeps=form.get("store") is not False,
            seals_thoughts="reasoning.encrypted_content" in (form.get("include") or ()),
        )

    def whole(self, completion: Completion) -> dict[str, Any]:
        return _response(completion, _items(completion))

    def events(self, completion: Completion) -> list[bytes]:
        events = [event for event in _events(completion)]
        return [named_sse({**event, "sequence_number": place}) for place, event in enumerate(events)]

    def keep(self, asked: Asked, completion: Completion) -> None:
        if not asked.keeps:
            return
        if completion.reply.reasoning:
            self._thoughts[_thought_id(completion)] = None
        said = [each for each in asked.messages if each["role"] != "system"]
        self._kept[_id(completion)] = [*said, _said(completion)]
        for kept in (self._kept, self._thoughts):
            if len(kept) > _KEPT:
                kept.popitem(last=False)

    def error(self, problem: Problem) -> dict[str, Any]:
        return openai_error(problem)

    def error_event(self) -> bytes:
        message = "The server failed mid-stream."
        return named_sse({"type": "error", "code": "server_error", "message": message})

    def forget(self) -> None:
        """Lose every conversation."""
        self._kept.clear()
        self._thoughts.clear()

    def _find_thoughts(self, items: Any) -> None:
        """One that is an id alone must stand with a response of before."""
        for item in items if isinstance(items, list) else ():
            if item.get("type") != "reasoning" or item.get("encrypted_content") or item.get("content"):
                continue
            if item.get("id") not in self._thoughts:
                message = f"Item with id '{item.get('id')}' not found."
                raise Refusal(Problem(404, "item_not_found", message))

    def _before(self, response_id: str | None) -> list[Message]:
        if response_id is None:
            return []
        if response_id not in self._kept:
            message = f"Previous response with id '{response_id}' not found."
            raise Refusal(Problem(400, "previous_response_not_found", message))
        return self._kept[response_id]


def _messages(form: str | list[dict[str, Any]]) -> list[Message]:
    """Items as messages: what one reply said and asked for is one message again."""
    if isinstance(form, str):
        return [{"role": "user", "content": form}]
    messages: list[Message] = []
    for item in form:
        match item.get("type", "message"):
            case "function_call":
                _call_into(messages, item)
            case "function_call_output":
                content = _content(item["output"])
                messages.append({"role": "tool", "tool_call_id": item["call_id"], "content": content})
            case "message":
                role: Role = "system" if item["role"] == "developer" else item["role"]
                messages.append({"role": role, "content": _content(item["content"])})
            case _:
                pass
    return messages


def _call_into(messages: list[Message], item: dict[str, Any]) -> None:
    call: MessageCall = {"id": item["call_id"], "name": item["name"], "arguments": item["arguments"]}
    if not messages or messages[-1]["role"] != "assistant":
        messages.append({"role": "assistant", "content": None})
    messages[-1].setdefault("tool_calls", []).append(call)


def _content(form: str | list[dict[str, Any]]) -> str | list[Part]:
    if isinstance(form, str):
        return form
    parts: list[Part] = []
    for each in form:
        if each["type"] in ("input_text", "output_text"):
            parts.append({"type": "text", "text": each["text"]})
        elif each["type"] == "input_image":
            parts.append({"type": "image", "media_type": "image/png", "url": each["image_url"]})
        else:
            url = each.get("file_url") or each["file_data"]
            parts.append({"type": "file", "media_type": "", "name": each.get("filename", ""), "url": url})
    return parts


def _tool(form: dict[str, Any]) -> ToolSchema:
    return ToolSchema(form["name"], form.get("description", ""), form.get("parameters", {}))


def _said(completion: Completion) -> Message:
    reply = completion.reply
    message: Message = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = [
            {"id": each.provider_id or "", "name": each.name, "arguments": each.arguments or "{}"}
            for each in reply.calls
        ]
    return message


def _id(completion: Completion) -> str:
    return f"resp_{completion.digest}"


def _thought_id(completion: Completion) -> str:
    return f"rs_{completion.digest}"


def _items(completion: Completion) -> list[dict[str, Any]]:
    reply, items = completion.reply, []
    if reply.reasoning:
        items.append(
            {
                "id": _thought_id(completion),
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": reply.reasoning}],
                "encrypted_content": f"enc-{completion.digest}" if completion.seals_thoughts else None,
            }
        )
    if reply.text:
        items.append(
            {
                "id": f"msg_{completion.digest}",
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [_said_part(completion, reply.text)],
            }
        )
    items += [_call(completion, each, place) for place, each in enumerate(reply.calls)]
    return items


def _said_part(completion: Completion, text: str) -> dict[str, Any]:
    if completion.reply.ended_by == "refusal":
        return {"type": "refusal", "refusal": text}
    return {"type": "output_text", "text": text, "annotations": []}


def _call(completion: Completion, call: RequestedCall, place: int) -> dict[str, Any]:
    form = {
        "id": f"fc_{completion.digest}_{place}",
        "type": "function_call",
        "status": "completed",
        "call_id": call.provider_id,
        "name": call.name,
    }
    return form if completion.arguments_are_missing else {**form, "arguments": call.arguments}


def _events(completion: Completion) -> Iterator[dict[str, Any]]:
    items, begun = _items(completion), {**_response(completion, []), "status": "in_progress", "usage": None}
    yield {"type": "response.created", "response": begun}
    for place, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": place, "item": _begun(item)}
        if item["type"] == "message":
            yield from _deltas(completion, item, place)
        elif item.get("arguments"):
            yield from _argument_deltas(completion, item, place)
        yield {"type": "response.output_item.done", "output_index": place, "item": item}
    if completion.says_its_end:
        response = _response(completion, items)
        yield {"type": f"response.{response['status']}", "response": response}


def _deltas(completion: Completion, item: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    [part] = item["content"]
    kind = part["type"]
    at = {"item_id": item["id"], "output_index": place, "content_index": 0}
    yield {"type": "response.content_part.added", **at, "part": {**part, _text_name(kind): ""}}
    logprobs: dict[str, Any] = {"logprobs": []} if kind == "output_text" else {}
    for piece in pieces(part[_text_name(kind)], completion.scenario.chunks):
        yield {"type": f"response.{kind}.delta", **at, "delta": piece, **logprobs}
    whole = {_text_name(kind): part[_text_name(kind)], **logprobs}
    yield {"type": f"response.{kind}.done", **at, **whole}
    yield {"type": "response.content_part.done", **at, "part": part}


def _argument_deltas(completion: Completion, item: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    at = {"item_id": item["id"], "output_index": place}
    for piece in pieces(item["arguments"], completion.scenario.chunks):
        yield {"type": "response.function_call_arguments.delta", **at, "delta": piece}
    done = {"name": item["name"], "arguments": item["arguments"]}
    yield {"type": "response.function_call_arguments.done", **at, **done}


def _text_name(kind: str) -> str:
    return "text" if kind == "output_text" else "refusal"


def _begun(item: dict[str, Any]) -> dict[str, Any]:
    match item["type"]:
        case "message":
            return {**item, "status": "in_progress", "content": []}
        case "function_call":
            return {**item, "status": "in_progress", "arguments": ""}
        case _:
            return {**item, "summary": []}


def _response(completion: Completion, items: list[dict[str, Any]]) -> dict[str, Any]:
    reason = _INCOMPLETE.get(completion.reply.ended_by)
    return {
        "id": _id(completion),
        "object": "response",
        "created_at": 0,
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "instructions": None,
        "metadata": {},
        "model": completion.model,
        "output": items,
        "parallel_tool_calls": True,
        "temperature": None,
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
        "usage": _usage(completion.usage) if completion.scenario.usage else None,
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": 0},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": (usage.input or 0) + (usage.output or 0),
    }
