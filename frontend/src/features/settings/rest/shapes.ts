/** Short names of what the REST interface says about settings. */

import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Variable = Schemas["VariableShown"];
export type Credential = Schemas["CredentialShown"];
export type Connection = Schemas["ConnectionShown"];
export type McpServer = Schemas["McpServerShown"];
export type McpTool = Schemas["McpToolShown"];
export type McpOffer = Schemas["McpOffer"] & { ok: true };
/** `ok` tells the two answers of a look apart. */
export type LookOutcome = McpOffer | (Schemas["McpRefused"] & { ok: false });
export type ImportedMcpTools = Schemas["ImportedMcpTools"];
export type ApiKey = Schemas["ApiKeyShown"];
export type NewApiKey = Schemas["NewApiKeyShown"];
export type ProjectExport = Schemas["ProjectExport"];
export type ImportPlan = Schemas["ProjectImport"];
export type Change = Schemas["ImportChange"];
export type ImportProblem = Schemas["ImportProblem"];
export type ImportWarning = Schemas["ImportWarning"];

/** `ok` tells the two answers of a try apart. */
export type TryReply = Schemas["ConnectionAnswers"] & { ok: true };
export type TryFailure = Schemas["ConnectionFails"] & { ok: false };
export type TryOutcome = TryReply | TryFailure;
