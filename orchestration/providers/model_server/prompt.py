"""A chat completions request read back into neutral messages and tools, which is what scripts take."""

from typing import Any

from orchestration.engine.messages import ImagePart, Message, MessageCall, Part
from orchestration.engine.ports import ToolSchema


def neutral_messages(form: list[dict[str, Any]]) -> list[Message]:
    return [_message(each) for each in form]


def neutral_tools(form: list[dict[str, Any]]) -> list[ToolSchema]:
    """The `tools` of a request as the engine knows them."""
    functions = [each["function"] for each in form]
    return [
        ToolSchema(each["name"], each.get("description", ""), each.get("parameters", {}))
        for each in functions
    ]


def _message(form: dict[str, Any]) -> Message:
    content = form.get("content")
    message: Message = {
        "role": "system" if form["role"] == "developer" else form["role"],
        "content": [_part(each) for each in content] if isinstance(content, list) else content,
    }
    if calls := form.get("tool_calls"):
        message["tool_calls"] = [_call(each) for each in calls]
    if form["role"] == "tool":
        message["tool_call_id"] = form["tool_call_id"]
    return message


def _call(form: dict[str, Any]) -> MessageCall:
    function = form["function"]
    return {"id": form["id"], "name": function["name"], "arguments": function["arguments"]}


def _part(form: dict[str, Any]) -> Part:
    if form["type"] == "text":
        return {"type": "text", "text": form["text"]}
    if form["type"] == "file":
        file = form["file"]
        return {"type": "file", "media_type": "", "name": file.get("filename", ""), "url": file["file_data"]}
    url: str = form["image_url"]["url"]
    image: ImagePart = {"type": "image", "media_type": "image/png", "url": url}
    return image
