"""Why did it fail, and what now: a plain sentence and one next step for each error code of a run or a call.

Used by the CLI and the browser beside the message of the record, which names the particulars. A code that is
missing here is shown with its message alone.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Reason:
    why: str
    next_step: str


REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        # The model's side.
        "provider_rate_limited": Reason(
            "The model provider refused the request because too many were sent.",
            "Start the run again later, or raise the limit of the provider account.",
        ),
        "provider_error": Reason(
            "The model provider failed on its side, on every try.",
            "Start the run again; if it goes on, look at the provider's status page.",
        ),
        "provider_unavailable": Reason(
            "The model provider could not be reached.",
            "Check the base URL of the model connection and the network, then start the run again.",
        ),
        "provider_timeout": Reason(
            "The model provider did not answer in time.",
            "Start the run again, or give the agent a faster model.",
        ),
        "history_lost": Reason(
            "The model provider no longer knew the conversation.",
            "Start the run again; if it goes on, let the connection send the whole history.",
        ),
        "circuit_open": Reason(
            "The model provider has not answered for a while, so it was not asked.",
            "Wait until the provider answers again, or give the agent a fallback model.",
        ),
        "malformed_stream": Reason(
            "The model provider sent an answer that could not be read.",
            "Start the run again; if it goes on, check that the base URL speaks chat completions.",
        ),
        "context_too_long": Reason(
            "The conversation is longer than the model can read.",
            "Use a model with a larger context, or ask for less in one run.",
        ),
        "invalid_request": Reason(
            "The model provider did not accept the request.",
            "Check the model name and the settings of the agent version.",
        ),
        "authentication": Reason(
            "The model provider did not accept the key.",
            "Replace the key of the model connection, then start the run again.",
        ),
        "model_refused": Reason(
            "The model declined to do this.",
            "Read its words in the last step; change the request or the instructions of the agent.",
        ),
        "empty_output": Reason(
            "The model answered with nothing, also after being told so.",
            "Start the run again, or try another model.",
        ),
        "output_truncated": Reason(
            "The model's reply was cut off at its length limit, so it was not used.",
            "Raise the output limit in the settings of the agent, or ask for a shorter answer.",
        ),
        "output_invalid": Reason(
            "The output does not have the form that was asked for.",
            "Look at the last step; correct the schema or the instructions.",
        ),
        "too_many_calls": Reason(
            "The model asked for more tool calls at once than anybody can review, so none was made.",
            "Tell the agent to work in smaller steps.",
        ),
        "unknown_tool": Reason(
            "The model kept naming a tool that it does not have.",
            "Add the tool to the agent, or name its tools in the instructions.",
        ),
        # Limits.
        "step_limit": Reason(
            "The run used all its steps without coming to an answer.",
            "Look at what it repeats; correct the instructions, or raise the step limit of the agent.",
        ),
        "token_budget": Reason(
            "The run used up its tokens.",
            "Raise the token limit of the agent, or ask for less in one run.",
        ),
        "deadline_passed": Reason(
            "The run's deadline passed before it had an answer.",
            "Start it again with a later deadline; an approval that came late is the usual reason.",
        ),
        # What a person must look at.
        "outcome_unknown": Reason(
            "A tool call was sent and its answer never arrived: it may or may not have happened.",
            "Look in the other system whether it happened; Baton does not send it a second time.",
        ),
        "approval_binding_broken": Reason(
            "What was about to run is not what was approved, so nothing was sent.",
            "Find out who changed the stored call; it cannot happen by itself. Then cancel the run.",
        ),
        "no_progress": Reason(
            "The run stopped every worker that took it, so it was set aside.",
            "Look at the log of the workers for its id; then queue it again or cancel it.",
        ),
        # The tools' side.
        "approval_expired": Reason(
            "Nobody decided in time whether the call may run; it did not run.",
            "Start the run again, or give the rule a longer time to decide.",
        ),
        "approval_unused": Reason(
            "The call was approved, but no worker could start it in the time the approval covers.",
            "Check that workers run; then start the run again.",
        ),
        "rejected": Reason("A person rejected the call; it did not run.", "Read the reason beside the call."),
        "rejected_before": Reason(
            "The same call was rejected earlier in this run, so nobody was asked again.",
            "Start a new run if the answer would be another one now.",
        ),
        "denied": Reason(
            "The policy of the project does not allow this call.",
            "Change the policy if it should be allowed or asked about.",
        ),
        "invalid_arguments": Reason(
            "The arguments of the call did not fit the tool's schema; it did not run.",
            "Describe the arguments better in the tool, if this repeats.",
        ),
        "tool_withdrawn": Reason(
            "The tool was withdrawn, so the call did not run.",
            "Publish an agent version with the tool that replaces it.",
        ),
        "tool_definition_changed": Reason(
            "The MCP server says something else of the tool than when it was imported, so it was not called.",
            "Look at what changed, import the tool again and publish it.",
        ),
        "tool_result_invalid": Reason(
            "The tool answered data that its own schema does not allow.",
            "Look at the answer in the record; whoever runs the MCP server has to mend one of the two.",
        ),
        "input_required_not_supported": Reason(
            "The MCP server asked a person for something in the middle of the call.",
            "Use a tool that takes everything as arguments; such questions are not passed on yet.",
        ),
        "mcp_error": Reason(
            "The MCP server refused the call or answered it with an error of the protocol.",
            "Look at the message; check the address and the credential of the server.",
        ),
        "tool_error": Reason(
            "The tool's service answered with an error.",
            "Read its answer beside the call.",
        ),
        "timeout": Reason(
            "The tool's service did not answer in time.",
            "Raise the time limit of the tool, or look at that service.",
        ),
        "connection_failed": Reason(
            "The tool's service could not be reached, or broke the connection off before it answered.",
            "Check that the service runs and that its address is right.",
        ),
        "host_not_allowed": Reason(
            "The address is not on the list of hosts that may be called; nothing was sent.",
            "Add it to BATON_EGRESS_ALLOW if this host should be called.",
        ),
        "blocked_address": Reason(
            "The host resolves to a private or reserved address; nothing was sent.",
            "Use a public address, or name host and port in BATON_EGRESS_ALLOW.",
        ),
        "redirect_refused": Reason(
            "The tool's service answered with a redirect, which is never followed.",
            "Put the final address into the tool.",
        ),
        "response_too_large": Reason(
            "The answer of the tool's service was larger than the limit, so it was not read.",
            "Ask that service for less, for example one page.",
        ),
        "invalid_response": Reason(
            "The answer of the tool's service could not be read as HTTP or in its own compression.",
            "Look at that service, or at what stands between it and Baton.",
        ),
        "invalid_url": Reason(
            "The address that the tool's template gave is not a valid one; nothing was sent.",
            "Check the URL of the tool and the project's variables.",
        ),
        "invalid_header": Reason(
            "A header of the request would not have been a valid one; nothing was sent.",
            "Check the headers and the credential of the tool.",
        ),
        # Ours.
        "broken_record": Reason(
            "The record of the run contradicts itself, so it was not continued.",
            "This is a fault of Baton: report it with the run's id.",
        ),
        "internal_error": Reason(
            "Something went wrong inside Baton.",
            "This is a fault of Baton: report it with the run's id.",
        ),
    }
)


def reason_for(code: str) -> Reason | None:
    """The plain words for a code, if it has any."""
    return REASONS.get(code)


def as_json() -> str:
    """The whole table, code -> {why, next}, as the browser reads it."""
    table = {code: {"why": each.why, "next": each.next_step} for code, each in sorted(REASONS.items())}
    return json.dumps(table, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(as_json() + "\n")
