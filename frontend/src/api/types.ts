/** Short names of what the REST interface answers with. */

import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type RunStatus = Schemas["RunStatus"];
export type WaitingFor = Schemas["WaitingFor"];
export type CallState = Schemas["CallState"];
export type StepState = Schemas["StepState"];
export type ApprovalState = Schemas["ApprovalState"];
export type RunSummary = Schemas["RunSummary"];
export type RunDetail = Schemas["RunDetail"];
export type ApprovalSummary = Schemas["ApprovalSummary"];
export type ApprovalDetail = Schemas["ApprovalDetail"];
export type Actor = Schemas["ActorShown"];
export type AgentSummary = Schemas["AgentSummary"];
export type AgentDetail = Schemas["AgentDetail"];
