/** A model connection as it is typed: what is wrong with it, and what is sent. Pure. */

import { isSaid, modelsIn, saidIn, textOfModels, textOfSaid } from "@/features/settings/connections/capability-text";
import type { Fields } from "@/features/settings/parts/conflict";
import type { Connection } from "@/features/settings/rest/shapes";
import { connections as words } from "@/text/settings-connections";

export type ConnectionField = keyof typeof words.fields;
export type ConnectionForm = Fields<ConnectionField>;
export type ConnectionErrors = Partial<Record<ConnectionField, string>>;
export type KeyFrom = keyof typeof words.keyFrom;

export const PROVIDERS = ["openai_chat", "openai_responses", "anthropic_messages", "scripted"] as const;
/** Who can remember a conversation. */
const KEEPS_HISTORY: readonly string[] = ["openai_responses"];

export const newConnection: ConnectionForm = {
  name: "",
  provider: "openai_chat",
  base_url: "",
  script: "",
  keyFrom: "paste",
  credential: "",
  variable: "",
  key: "",
  takes: "",
  models: "",
  transport: "sdk",
  history: "client",
  inFlight: "",
};

const MOST_IN_FLIGHT = 10_000;
const MOST_NAME = 60;
const VARIABLE = /^(BATON_SECRET_[A-Z0-9_]+|OPENAI_API_KEY|ANTHROPIC_API_KEY)$/;

/** What is stored, as the form holds it. */
export function formOfConnection(connection: Connection): ConnectionForm {
  return {
    name: connection.name,
    provider: connection.provider,
    base_url: connection.base_url,
    script: textOfScript(connection.script),
    keyFrom: keySourceOf(connection),
    credential: connection.credential?.id ?? "",
    variable: connection.secret_variable,
    key: "",
    takes: textOfSaid(connection.capabilities),
    models: textOfModels(connection.model_capabilities),
    transport: connection.transport,
    history: connection.history,
    inFlight: connection.max_in_flight === null ? "" : String(connection.max_in_flight),
  };
}

/** What a server that many use fills in: nothing is left of one that was chosen before. */
export function filledBy(fills: Partial<ConnectionForm>, maySecrets: boolean): Partial<ConnectionForm> {
  const { transport, history, script } = newConnection;
  return { transport, history, script, ...fills, keyFrom: maySecrets ? (fills.keyFrom ?? newConnection.keyFrom) : "none" };
}

export function errorsOfConnection(form: ConnectionForm): ConnectionErrors {
  const errors: ConnectionErrors = {};
  if (form.name.trim() === "") errors.name = words.needName;
  else if (form.name.trim().length > MOST_NAME) errors.name = words.longName(MOST_NAME);
  return { ...errors, ...errorsOfReach(form) };
}

/** Of what a message is sent with: a connection can be tried before it has a name. */
export function errorsOfReach(form: ConnectionForm): ConnectionErrors {
  if (form.provider === "scripted") {
    if (form.script.trim() === "") return { script: words.needScript };
    return scriptOf(form.script) === undefined ? { script: words.badScript } : {};
  }
  const errors: ConnectionErrors = {};
  if (form.base_url.trim() !== "" && hostOfUrl(form.base_url, form.provider) === undefined) errors.base_url = words.badAddress(form.base_url);
  if (form.keyFrom === "credential" && form.credential === "") errors.credential = words.needCredential;
  if (form.keyFrom === "paste" && form.key.trim() === "") errors.key = words.needKey;
  if (form.keyFrom === "environment" && !VARIABLE.test(form.variable.trim())) errors.variable = words.badVariable(form.variable);
  if (form.inFlight.trim() !== "" && !isBound(form.inFlight)) errors.inFlight = words.badInFlight(MOST_IN_FLIGHT);
  return errors;
}

/** Host and port of an address; undefined where it is none. */
export function hostOfUrl(text: string, provider: string): string | undefined {
  const address = text.trim() === "" ? usualAddress(provider) : text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { host } = new URL(address);
  return host === "" ? undefined : host;
}

/** Where a provider is reached that says no address. */
export function usualAddress(provider: string): string {
  return words.addresses[provider] ?? "";
}

export function keepsHistory(provider: string): boolean {
  return KEEPS_HISTORY.includes(provider);
}

function isBound(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= MOST_IN_FLIGHT;
}

/** What stands in `capabilities`; what a form cannot say stays as it is. */
export function capabilitiesOf(takes: string, stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...Object.fromEntries(Object.entries(stored).filter(([, value]) => !isSaid(value))), ...saidIn(takes) };
}

/** A script by name, or its replies; undefined where they are no JSON. */
export function scriptOf(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return undefined;
  }
}

/** How it is reached, as both saving and trying send it. `credential` is the id of one; a pasted key stays out. */
export function reachOf(form: ConnectionForm, stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const capabilities = capabilitiesOf(form.takes, stored);
  if (form.provider === "scripted") {
    return { provider: form.provider, base_url: "", script: scriptOf(form.script), credential: null, secret_variable: "", capabilities, history: "client" };
  }
  return {
    provider: form.provider,
    base_url: form.base_url.trim(),
    script: null,
    credential: form.keyFrom === "credential" ? form.credential : null,
    secret_variable: form.keyFrom === "environment" ? form.variable.trim() : "",
    capabilities,
    model_capabilities: modelsIn(form.models) ?? {},
    transport: form.transport,
    history: keepsHistory(form.provider) ? form.history : "client",
    max_in_flight: form.inFlight.trim() === "" ? null : Number(form.inFlight),
  };
}

/** Whether the key, or where a key goes, is another than what is stored: that takes the right to secrets. */
export function touchesSecret(form: ConnectionForm, stored: Connection | null): boolean {
  if (form.provider === "scripted") return stored !== null && stored.key !== "none";
  if (stored === null) return form.keyFrom !== "none";
  const before = formOfConnection(stored);
  const keyChanged = (["keyFrom", "credential", "variable"] as const).some((field) => form[field] !== before[field]);
  return keyChanged || form.key !== "" || (stored.key !== "none" && form.base_url.trim() !== before.base_url);
}

function keySourceOf({ credential, secret_variable }: Connection): KeyFrom {
  if (credential !== null) return "credential";
  return secret_variable === "" ? "none" : "environment";
}

function textOfScript(script: unknown): string {
  if (script === null || script === undefined) return "";
  return typeof script === "string" ? script : JSON.stringify(script, null, 2);
}
