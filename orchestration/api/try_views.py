"""REST: try a tool, the policy and a training profile before an agent does."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.effects import run_effect
from baton.api.idempotency import key_of
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.api.views import BatonView
from baton.egress.allow import AllowList
from orchestration.api.try_serializers import (
    TRIED,
    JudgedCall,
    PreviewProfile,
    ProfilePreview,
    TryPolicy,
    TryTool,
    given_in,
)
from orchestration.api.try_shapes import show_dry, show_judged, show_tried
from orchestration.tries.preview_profile import preview_profile
from orchestration.tries.sending import Tried, send_call
from orchestration.tries.slots import one_slot
from orchestration.tries.try_policy import try_policy
from orchestration.tries.try_tool import PreparedTry, WantedTry, begin_try, end_try, prepare_try


class ToolTry(BatonView):
    """A call of a tool by hand."""

    scopes = {"POST": "agents:try"}

    @describe(
        name="try_tool",
        summary="Try a tool: see what would be sent, or send it",
        body=TryTool,
        answer=TRIED,
        errors=[
            "blocked_address",
            "denied_by_policy",
            "digest_mismatch",
            "host_not_allowed",
            "idempotency_in_progress",
            "idempotency_key_required",
            "idempotency_key_reused",
            "insufficient_scope",
            "invalid_definition",
            "invalid_header",
            "invalid_reference",
            "invalid_url",
            "not_a_reviewer",
            "outcome_unknown",
            "rate_limited",
            "tool_withdrawn",
            "unsafe_integer",
        ],
        idempotent=True,
    )
    def post(self, request: Request) -> Response:
        """`dry` builds the very request that a run would send, and sends nothing.

        `real` needs the `digest` of that and an `Idempotency-Key`, with which it is sent once, whatever
        happens. It needs `tools:edit` as well, and where policy asks somebody, `approvals:decide`.
        """
        body = read_body(request, TryTool)
        allow = AllowList.parse(settings.BATON.baton_egress_allow)
        wanted = _wanted(body)
        if body["mode"] == "dry":
            key_of(request)  # none is needed, but one that is none is refused here too
            return Response(show_dry(prepare_try(actor=self.actor, wanted=wanted, allow=allow).call))

        def begin() -> PreparedTry:
            return begin_try(actor=self.actor, wanted=wanted, digest=body["digest"], allow=allow)

        def effect(prepared: PreparedTry) -> Tried:
            return send_call(prepared.call, prepared.secrets, allow)

        def end(prepared: PreparedTry, tried: Tried) -> dict[str, Any]:
            end_try(actor=self.actor, prepared=prepared, tried=tried)
            return show_tried(tried)

        with one_slot():
            return run_effect(request, begin=begin, effect=effect, end=end)


class PolicyTry(BatonView):
    """One call judged by hand."""

    scopes = {"POST": "agents:try"}

    @describe(
        name="try_policy",
        summary="Judge one call by the policy",
        body=TryPolicy,
        answer=JudgedCall,
        errors=["invalid_definition", "invalid_reference"],
    )
    def post(self, request: Request) -> Response:
        """By the rules that are given, or without any by those in force. Nothing is asked of anybody."""
        body = read_body(request, TryPolicy)
        given = given_in(body) if "content" in body or "text" in body else None
        tried = try_policy(actor=self.actor, given=given, tool=body["tool"], arguments=body["arguments"])
        return Response(show_judged(tried))


class ProfileTry(BatonView):
    """The prompt that a training profile makes."""

    scopes = {"POST": "agents:try"}

    @describe(
        name="preview_profile",
        summary="See the prompt that a training profile makes",
        body=PreviewProfile,
        answer=ProfilePreview,
        errors=["invalid_definition"],
    )
    def post(self, request: Request) -> Response:
        """Of what is being written; nothing is kept."""
        preview = preview_profile(actor=self.actor, given=given_in(read_body(request, PreviewProfile)))
        return Response({"prompt": preview.prompt, "characters": preview.characters, "words": preview.words})


def _wanted(body: dict[str, Any]) -> WantedTry:
    named = {"name": body["name"]} if "name" in body else {}
    return WantedTry(given=given_in(body), arguments=body["arguments"], tool_id=body.get("id"), **named)
