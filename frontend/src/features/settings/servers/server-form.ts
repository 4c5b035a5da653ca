/** An MCP server as it is typed: what is wrong with it, and what is sent. Pure. */

import type { Fields } from "@/features/settings/parts/conflict";
import type { McpServer } from "@/features/settings/rest/shapes";
import { servers as words } from "@/text/settings-servers";

export type ServerField = keyof typeof words.fields;
export type ServerForm = Fields<ServerField>;
export type ServerErrors = Partial<Record<ServerField, string>>;

const MOST_NAME = 60;
const LONGEST = 120;

export const newServer: ServerForm = { name: "", url: "", credential: "", trusted: "no", timeout: "30" };

export function formOfServer(server: McpServer): ServerForm {
  return {
    name: server.name,
    url: server.url,
    credential: server.credential?.id ?? "",
    trusted: server.is_trusted ? "yes" : "no",
    timeout: String(server.timeout_seconds),
  };
}

export function errorsOfServer(form: ServerForm): ServerErrors {
  const errors: ServerErrors = {};
  if (form.name.trim() === "") errors.name = words.needName;
  else if (form.name.trim().length > MOST_NAME) errors.name = words.longName(MOST_NAME);
  if (form.url.trim() === "") errors.url = words.needUrl;
  else if (hostOf(form.url) === undefined) errors.url = words.badUrl;
  const seconds = Number(form.timeout);
  if (!/^[1-9]\d{0,2}$/.test(form.timeout.trim()) || seconds > LONGEST) errors.timeout = words.badTimeout;
  return errors;
}

/** What is sent: of a stored one only what is another, since to say a key again takes the right to secrets. */
export function bodyOfServer(form: ServerForm, stored: McpServer | null): Record<string, unknown> {
  const whole: Record<ServerField, [string, unknown]> = {
    name: ["name", form.name.trim()],
    url: ["url", form.url.trim()],
    credential: ["credential", form.credential === "" ? null : form.credential],
    trusted: ["is_trusted", form.trusted === "yes"],
    timeout: ["timeout_seconds", Number(form.timeout)],
  };
  const before = stored === null ? newServer : formOfServer(stored);
  const names = (Object.keys(whole) as ServerField[]).filter((name) => (stored === null && (name === "name" || name === "url")) || form[name] !== before[name]);
  return Object.fromEntries(names.map((name) => whole[name]));
}

/** Host and port of an address; undefined where it is none. */
export function hostOf(text: string): string | undefined {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { host } = new URL(address);
  return host === "" ? undefined : host;
}
