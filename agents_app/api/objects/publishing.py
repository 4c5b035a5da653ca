"""REST: publish a draft, look at versions, roll back, withdraw, archive."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from agents_app.api.objects.base import ObjectView, object_id_of
from agents_app.api.objects.bodies import PublishDraft, PublishPart, RestoreVersion, WithdrawVersion
from agents_app.api.objects.serializers import PublishedVersion, VersionDetail, VersionSummary
from agents_app.api.objects.words import Words
from agents_app.definition.text import content_text
from agents_app.kinds import Kind
from agents_app.models import AgentVersion
from agents_app.selectors.objects import Found, version_content
from agents_app.selectors.shown import person
from agents_app.selectors.versions import find_version, versions_of
from agents_app.services.drafts.archive import archive, unarchive
from agents_app.services.drafts.publish_draft import publish_draft
from agents_app.services.drafts.restore_version import restore_version
from agents_app.services.withdraw_tool_version import withdraw_tool_version
from baton.api.pagination import PAGE_FILTERS, PageOrder, read_page
from baton.api.preconditions import entity_tag, required_version
from baton.api.schema import describe
from baton.api.serializers import NoBody, read_body
from baton.core.errors import NotFound
from baton.tenancy.scope import organization_scope

_NEWEST_FIRST = PageOrder(("number",))
_PARTS = (Kind.TOOL, Kind.PROFILE)


def publish_view(words: Words) -> type[ObjectView]:
    """`POST` that makes a draft the next version."""
    form = PublishPart if words.kind in _PARTS else PublishDraft

    class Publication(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.publish}

        @describe(
            name=f"publish_{words.one}",
            summary=f"Publish the draft of {words.a}",
            body=form,
            answer=PublishedVersion,
            errors=["archived", "invalid_definition", "nothing_to_publish", "version_conflict"],
            if_match=True,
        )
        def post(self, request: Request, **which: UUID) -> Response:
            """The next version, live from now on; the draft is gone. Runs that go on keep what they pin.

            `If-Match` names the revision of the draft. What is wrong with it is in `details.problems`.
            """
            body = read_body(request, form)
            published = publish_draft(
                actor=self.actor,
                kind=words.kind,
                object_id=object_id_of(which),
                seen=required_version(request),
                notes=body["notes"],
                update_agents=body.get("update_agents", False),
                allow=self.allow,
            )
            return Response(_published(published.version, published.agents), headers={"ETag": entity_tag(0)})

    return Publication


def versions_view(words: Words) -> type[ObjectView]:
    """`GET` of all versions."""

    class Versions(ObjectView):
        kind = words.kind
        scopes = {"GET": words.table.read}
        filters = {**PAGE_FILTERS}

        @describe(
            name=f"list_{words.one}_versions",
            summary=f"List the versions of {words.a}, newest first",
            answer=VersionSummary,
            page=True,
        )
        def get(self, request: Request, **which: UUID) -> Response:
            with organization_scope(self.actor.organization_id):
                found = self.find(object_id_of(which))
                name = f"{words.many}:{found.row.id if found.row else ''}"
                versions = versions_of(found)
                page = read_page(
                    versions.values("number", "id"), self.values, list_name=name, order=_NEWEST_FIRST
                )
                ids = [item["id"] for item in page["items"]]
                by_id = versions.defer(words.table.stored).select_related("created_by").in_bulk(ids)
                page["items"] = [_summary(found, by_id[key]) for key in ids]
            return Response(page)

    return Versions


def version_view(words: Words) -> type[ObjectView]:
    """`GET` of one version."""

    class Version(ObjectView):
        kind = words.kind
        scopes = {"GET": words.table.read}

        @describe(
            name=f"get_{words.one}_version",
            summary=f"Get what a version of {words.a} says",
            answer=VersionDetail,
        )
        def get(self, request: Request, number: int, **which: UUID) -> Response:
            return Response(version_shown(self, object_id_of(which), number))

    return Version


def restore_view(words: Words) -> type[ObjectView]:
    """`POST` that rolls back."""

    class Restoration(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.publish}

        @describe(
            name=f"restore_{words.one}_version",
            summary=f"Roll {words.a} back to a version",
            body=RestoreVersion,
            answer=PublishedVersion,
            errors=["archived", "invalid_definition", "nothing_to_publish", "version_conflict"],
            if_match=True,
        )
        def post(self, request: Request, number: int, **which: UUID) -> Response:
            """What it says becomes the next version. `If-Match` names the live one. A draft stays."""
            body = read_body(request, RestoreVersion)
            version = restore_version(
                actor=self.actor,
                kind=words.kind,
                object_id=object_id_of(which),
                number=number,
                seen=required_version(request),
                notes=body["notes"],
                allow=self.allow,
            )
            return Response(_published(version, ()))

    return Restoration


class ToolWithdrawal(ObjectView):
    """The end of a version of a tool."""

    kind = Kind.TOOL
    scopes = {"POST": "tools:edit"}

    @describe(
        name="withdraw_tool_version",
        summary="Withdraw a version of a tool",
        body=WithdrawVersion,
        answer=VersionDetail,
    )
    def post(self, request: Request, number: int, tool_id: UUID) -> Response:
        """No call of it starts any more, in any run, approved or not. The only way on is a new version."""
        body = read_body(request, WithdrawVersion)
        with organization_scope(self.actor.organization_id):
            version = find_version(self.find(tool_id), number)
            if version is None:
                raise NotFound
            withdraw_tool_version(actor=self.actor, tool_version_id=version.id, reason=body["reason"])
        return Response(version_shown(self, tool_id, number))


def archive_view(words: Words) -> type[ObjectView]:
    """`POST` that takes an object out of use."""

    class Archival(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.publish}

        @describe(
            name=f"archive_{words.one}",
            summary=f"Archive {words.a}",
            body=NoBody,
            answer=words.detail,
            errors=["in_use"] if words.kind in _PARTS else [],
        )
        def post(self, request: Request, **which: UUID) -> Response:
            """Nothing is deleted, and nothing new can use it. Twice is once."""
            read_body(request, NoBody)
            (object_id,) = which.values()
            archive(actor=self.actor, kind=words.kind, object_id=object_id)
            return self.show(object_id)

    return Archival


def unarchive_view(words: Words) -> type[ObjectView]:
    """`POST` that brings an object back into use."""

    class Return(ObjectView):
        kind = words.kind
        scopes = {"POST": words.table.publish}

        @describe(
            name=f"unarchive_{words.one}",
            summary=f"Take {words.a} back from the archive",
            body=NoBody,
            answer=words.detail,
            errors=["archived"] if words.kind is Kind.AGENT else [],
        )
        def post(self, request: Request, **which: UUID) -> Response:
            """Twice is once. An agent needs what it uses to be back first."""
            read_body(request, NoBody)
            (object_id,) = which.values()
            unarchive(actor=self.actor, kind=words.kind, object_id=object_id)
            return self.show(object_id)

    return Return


def version_shown(view: ObjectView, object_id: UUID | None, number: int) -> dict[str, Any]:
    """One version with what it says; NotFound where there is none."""
    with organization_scope(view.actor.organization_id):
        found = view.find(object_id)
        version = find_version(found, number)
        if version is None:
            raise NotFound
        content = version_content(found.table, version)
    return {**_summary(found, version), "content": content, "text": content_text(content)}


def _summary(found: Found, version: Any) -> dict[str, Any]:
    return {
        "number": version.number,
        "id": version.id,
        "notes": version.notes,
        "created_at": version.created_at,
        "created_by": person(version.created_by),
        "is_live": version.number == found.number,
        "withdrawn_at": getattr(version, "withdrawn_at", None),
    }


def _published(version: Any, agents: tuple[AgentVersion, ...]) -> dict[str, Any]:
    return {
        "version": version.number,
        "version_id": version.id,
        "updated_agents": [
            {"id": each.agent_id, "name": each.agent.name, "version": each.number} for each in agents
        ],
    }
