"""Addresses of runs and approvals, below the version's."""

from django.urls import URLPattern, path

from orchestration.api.approval_views import ApprovalDecision, Approvals, CountsOfApprovals, OneApproval
from orchestration.api.connection_try_views import ConnectionTry
from orchestration.api.mcp_views import McpServerImport, McpServerLook
from orchestration.api.me_views import Me
from orchestration.api.outage_views import ProviderOutages
from orchestration.api.run_views import OneRun, OneRunBody, RunCancellation, RunCounts, RunEvents, Runs
from orchestration.api.snapshot_views import RunSnapshot
from orchestration.api.try_views import PolicyTry, ProfileTry, ToolTry
from orchestration.api.usage_views import Usage

urlpatterns: list[URLPattern] = [
    path("me", Me.as_view()),
    path("runs", Runs.as_view()),
    path("runs/counts", RunCounts.as_view()),
    path("runs/<uuid:run_id>", OneRun.as_view()),
    path("runs/<uuid:run_id>/snapshot", RunSnapshot.as_view()),
    path("runs/<uuid:run_id>/events", RunEvents.as_view()),
    path("runs/<uuid:run_id>/bodies/<uuid:body_id>", OneRunBody.as_view()),
    path("runs/<uuid:run_id>/cancel", RunCancellation.as_view()),
    path("outages", ProviderOutages.as_view()),
    path("usage", Usage.as_view()),
    path("connections/try", ConnectionTry.as_view()),
    path("mcp-servers/<uuid:mcp_server_id>/look", McpServerLook.as_view()),
    path("mcp-servers/<uuid:mcp_server_id>/import", McpServerImport.as_view()),
    path("tools/try", ToolTry.as_view()),
    path("policy/try", PolicyTry.as_view()),
    path("profiles/preview", ProfileTry.as_view()),
    path("approvals", Approvals.as_view()),
    path("approvals/counts", CountsOfApprovals.as_view()),
    path("approvals/<uuid:approval_id>", OneApproval.as_view()),
    path("approvals/<uuid:approval_id>/decision", ApprovalDecision.as_view()),
]
