"""Names of spans, operations and attributes: those of OpenTelemetry's GenAI conventions, and Baton's own.

Written out here since the conventions are still in development and the package with their constants lacks
`plan`; a test compares those it has. What is only named for kinds of work to come stands here too.
"""

from typing import Final

# Operations

INVOKE_WORKFLOW: Final = "invoke_workflow"
INVOKE_AGENT: Final = "invoke_agent"
CHAT: Final = "chat"
EXECUTE_TOOL: Final = "execute_tool"
PLAN: Final = "plan"
APPROVAL: Final = "baton.approval"
"""The name of a span, and no operation of the conventions: somebody was waited for."""

# Attributes of the conventions

OPERATION: Final = "gen_ai.operation.name"
WORKFLOW: Final = "gen_ai.workflow.name"
PROVIDER: Final = "gen_ai.provider.name"
AGENT_ID: Final = "gen_ai.agent.id"
AGENT_NAME: Final = "gen_ai.agent.name"
AGENT_VERSION: Final = "gen_ai.agent.version"
REQUEST_MODEL: Final = "gen_ai.request.model"
RESPONSE_MODEL: Final = "gen_ai.response.model"
RESPONSE_ID: Final = "gen_ai.response.id"
FINISH_REASONS: Final = "gen_ai.response.finish_reasons"
INPUT_TOKENS: Final = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS: Final = "gen_ai.usage.output_tokens"
CACHED_TOKENS: Final = "gen_ai.usage.cache_read.input_tokens"
REASONING_TOKENS: Final = "gen_ai.usage.reasoning.output_tokens"
TOOL_NAME: Final = "gen_ai.tool.name"
TOOL_CALL_ID: Final = "gen_ai.tool.call.id"
TOOL_TYPE: Final = "gen_ai.tool.type"
ERROR_TYPE: Final = "error.type"
SERVER_ADDRESS: Final = "server.address"
SERVER_PORT: Final = "server.port"
HTTP_STATUS: Final = "http.response.status_code"

# Content: only where the installation asks for it

INPUT_MESSAGES: Final = "gen_ai.input.messages"
OUTPUT_MESSAGES: Final = "gen_ai.output.messages"
TOOL_ARGUMENTS: Final = "gen_ai.tool.call.arguments"
TOOL_RESULT: Final = "gen_ai.tool.call.result"
CONTENT: Final = frozenset({INPUT_MESSAGES, OUTPUT_MESSAGES, TOOL_ARGUMENTS, TOOL_RESULT})

# Baton's own

ORGANIZATION_ID: Final = "baton.organization.id"
RUN_ID: Final = "baton.run.id"
RUN_SEGMENT: Final = "baton.run.segment"
"""Which stretch of work between two waits, from 1."""
RUN_STATUS: Final = "baton.run.status"
"""What the stretch of work ended in."""
RUN_WAITING_FOR: Final = "baton.run.waiting_for"
TRACE_ID: Final = "baton.trace_id"
TASK_ID: Final = "baton.task.id"
TASK_KIND: Final = "baton.task.kind"
STEP_ID: Final = "baton.step.id"
ATTEMPT: Final = "baton.attempt"
RETRY_IN_MS: Final = "baton.retry_in_ms"
EXECUTION: Final = "baton.tool.execution"
"""Which sending of the call; 0: it never ran."""
TOOL_RESULT_KIND: Final = "baton.tool.result"
EFFECT_CLASS: Final = "baton.tool.effect_class"
APPROVAL_ID: Final = "baton.approval.id"
APPROVAL_DECISION: Final = "baton.approval.decision"
APPROVAL_WAIT_MS: Final = "baton.approval.wait_ms"
REVIEW_ATTEMPT: Final = "baton.review.attempt"
REVIEW_OUTCOME: Final = "baton.review.outcome"
DELEGATION_MODE: Final = "baton.delegation.mode"
DELEGATION_DEPTH: Final = "baton.delegation.depth"

PROVIDER_NAMES: Final = {
    "openai_chat": "openai",
    "openai_responses": "openai",
    "anthropic_messages": "anthropic",
}
"""Our names of APIs -> the conventions' names of providers. Another one keeps its own."""
