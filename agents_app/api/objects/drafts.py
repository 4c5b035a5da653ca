"""REST: one object, its draft, and checking content while it is being written."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.objects.base import ObjectView, object_id_of
from agents_app.api.objects.bodies import CheckObject, CheckSingle, SaveDraft, given_in
from agents_app.api.objects.serializers import CheckedContent, DraftShown
from agents_app.api.objects.words import Words
from agents_app.definition.values import ToolDefinition
from agents_app.example_arguments import example_arguments
from agents_app.selectors.check import check_given
from agents_app.selectors.shown import show_draft
from agents_app.sentence import fill_sentence
from agents_app.services.drafts.discard_draft import discard_draft
from agents_app.services.drafts.save_draft import ANY_BASE, save_draft
from baton.api.preconditions import entity_tag, required_version
from baton.api.schema import describe
from baton.api.serializers import read_body
from baton.tenancy.scope import organization_scope

_SENTENCE_CODES = "sentence_"


def one_view(words: Words) -> type[ObjectView]:
    """`GET` of one object."""

    class OneObject(ObjectView):
        kind = words.kind
        scopes = {"GET": words.table.read}

        @describe(
            name=f"get_{words.one}",
            summary=f"Get {words.a} with its draft and who uses it",
            answer=words.detail,
        )
        def get(self, request: Request, **which: UUID) -> Response:
            """`ETag` is the revision of the draft, `"0"` where there is none."""
            return self.show(object_id_of(which))

    return OneObject


def draft_view(words: Words) -> type[ObjectView]:
    """`PUT` and `DELETE` of the draft."""

    class ObjectDraft(ObjectView):
        kind = words.kind
        scopes = {"PUT": words.table.edit, "DELETE": words.table.edit}

        @describe(
            name=f"save_{words.one}_draft",
            summary=f"Save the draft of {words.a}",
            body=SaveDraft,
            answer=DraftShown,
            errors=["archived", "invalid_definition", "version_conflict"],
            if_match=True,
        )
        def put(self, request: Request, **which: UUID) -> Response:
            """It may be incomplete or wrong: what is wrong is answered, not refused.

            `If-Match` names the revision that was seen, `"0"` where there was no draft. When somebody was
            quicker, `details` hold what stands there now: `version`, `content`, `text`, `updated_by`,
            `updated_at`.
            """
            body = read_body(request, SaveDraft)
            object_id = object_id_of(which)
            with organization_scope(self.actor.organization_id):
                save_draft(
                    actor=self.actor,
                    kind=words.kind,
                    object_id=object_id,
                    given=given_in(body),
                    seen=required_version(request),
                    base_number=body.get("base_number", ANY_BASE),
                )
                found = self.find(object_id)
                shown = show_draft(found, self.actor.organization_id, self.actor.project_id, self.allow)
            return Response(shown, headers={"ETag": entity_tag(found.revision)})

        @describe(
            name=f"discard_{words.one}_draft",
            summary=f"Discard the draft of {words.a}",
            answer=None,
            status=204,
            errors=["version_conflict"],
            if_match=True,
        )
        def delete(self, request: Request, **which: UUID) -> Response:
            """What is published stays as it is."""
            discard_draft(
                actor=self.actor,
                kind=words.kind,
                object_id=object_id_of(which),
                seen=required_version(request),
            )
            return Response(status=204, headers={"ETag": entity_tag(0)})

    return ObjectDraft


def check_view(words: Words) -> type[ObjectView]:
    """`POST` of content that nobody keeps."""
    form = CheckSingle if words.table.is_single else CheckObject

    class ContentCheck(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.read}

        @describe(
            name=f"check_{words.one}",
            summary=f"Check what {words.a} would say",
            body=form,
            answer=CheckedContent,
        )
        def post(self, request: Request) -> Response:
            """Nothing is kept. Everything that is wrong is answered at once, with its place."""
            body = read_body(request, form)
            place = (self.actor.organization_id, self.actor.project_id)
            with organization_scope(self.actor.organization_id):
                if words.table.is_single:
                    name = words.kind.value
                elif "id" in body:
                    name = self.find(body["id"]).name
                else:
                    name = body.get("name", words.one)
                checked = check_given(*place, words.kind, name, given_in(body), self.allow)
            return Response(
                {
                    "content": checked.content if isinstance(checked.content, dict) else None,
                    "text": checked.text,
                    "problems": [problem.to_json() for problem in checked.problems],
                    "sentence_example": _sentence(checked.value, [each.code for each in checked.problems]),
                }
            )

    return ContentCheck


def _sentence(value: Any, problems: list[str]) -> str | None:
    """Of a tool whose sentence and arguments can be read."""
    if not isinstance(value, ToolDefinition) or any(code.startswith(_SENTENCE_CODES) for code in problems):
        return None
    return fill_sentence(value.sentence, value.name, example_arguments(value.input_schema))
