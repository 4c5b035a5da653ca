/** Trying a connection: what is sent, and beside which field an answer belongs. Pure. */

import { reachOf, type ConnectionField, type ConnectionForm } from "@/features/settings/connections/connection-form";
import type { Connection, TryFailure, TryReply } from "@/features/settings/rest/shapes";

/** What is sent: all that decides how the model is asked, as it stands in the form. */
export function tryBodyOf(form: ConnectionForm, connection: Connection | null, usesStoredKey: boolean, model: string, message: string): Record<string, unknown> {
  // Who keeps the history, and how many calls there may be at once, does not matter to one message.
  const { provider, base_url, script, credential, secret_variable, capabilities, model_capabilities, transport } = reachOf(form, connection?.capabilities ?? {});
  return {
    ...(connection === null ? {} : { id: connection.id }),
    provider,
    base_url,
    capabilities,
    // The scripted model has neither.
    model_capabilities,
    transport,
    model: model.trim() === "" ? form.provider : model.trim(),
    message,
    ...(script === null ? {} : { script }),
    ...(usesStoredKey ? {} : { credential, secret_variable }),
    ...(form.keyFrom === "paste" && form.provider !== "scripted" ? { key: form.key.trim() } : {}),
  };
}

/** A refusal of the provider beside the field that is to blame; undefined where none is. */
export function fieldToBlame({ code }: TryFailure, form: ConnectionForm): ConnectionField | "model" | undefined {
  if (form.provider === "scripted") return code === "invalid_request" ? "script" : undefined;
  switch (code) {
    case "authentication":
      return keyFieldOf(form);
    case "host_not_allowed":
    case "blocked_address":
    case "provider_unavailable":
    case "malformed_stream":
      return "base_url";
    case "invalid_request":
      return "model";
    default:
      return undefined;
  }
}

/** The control the key stands in. */
export function keyFieldOf({ keyFrom }: ConnectionForm): ConnectionField {
  switch (keyFrom) {
    case "credential":
      return "credential";
    case "environment":
      return "variable";
    case "paste":
      return "key";
    default:
      return "keyFrom";
  }
}

/** Tokens read and written; null where the provider counts none. */
export function tokensOf({ input, output }: TryReply["usage"]): number | null {
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}
