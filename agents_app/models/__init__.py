"""The models of the agents app, imported here so that Django finds them."""

from agents_app.models.agent import Agent, AgentVersion
from agents_app.models.connection import Credential, ModelConnection, Variable
from agents_app.models.draft import Draft
from agents_app.models.mcp_server import McpServer
from agents_app.models.orchestration import Orchestration, OrchestrationVersion
from agents_app.models.policy import ToolPolicy, ToolPolicyVersion
from agents_app.models.prices import PriceTable, PriceTableVersion
from agents_app.models.quarantine import ToolQuarantine
from agents_app.models.tool import Tool, ToolVersion
from agents_app.models.training_profile import TrainingProfile, TrainingProfileVersion

__all__ = [
    "Agent",
    "AgentVersion",
    "Credential",
    "Draft",
    "McpServer",
    "ModelConnection",
    "Orchestration",
    "OrchestrationVersion",
    "PriceTable",
    "PriceTableVersion",
    "Tool",
    "ToolPolicy",
    "ToolPolicyVersion",
    "ToolQuarantine",
    "ToolVersion",
    "TrainingProfile",
    "TrainingProfileVersion",
    "Variable",
]
