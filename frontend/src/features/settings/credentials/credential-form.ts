/** A credential as it is typed: what is wrong with it, and what is sent. Pure. */

import type { Fields } from "@/features/settings/parts/conflict";
import type { Credential } from "@/features/settings/rest/shapes";
import { credentials as words } from "@/text/settings-credentials";

export type CredentialField = "name" | "host" | "header" | "prefix" | "source" | "variable" | "value";
export type CredentialForm = Fields<CredentialField>;
export type CredentialErrors = Partial<Record<CredentialField, string>>;

export const newCredential: CredentialForm = {
  name: "",
  host: "",
  header: "Authorization",
  prefix: "Bearer ",
  source: "stored",
  variable: "",
  value: "",
};

/** What stands before the value, for the header that most services read. */
export const PREFIXES = ["Bearer ", "Basic ", "Token ", ""] as const;

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,99}$/;
const VARIABLE = /^(BATON_SECRET_[A-Z0-9_]+|OPENAI_API_KEY)$/;
const SENDABLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
const MOST_NAME = 60;

/** What is stored, as the form holds it. The value never comes back. */
export function formOf(credential: Credential): CredentialForm {
  return {
    name: credential.name,
    host: credential.host,
    header: credential.header,
    prefix: credential.prefix,
    source: credential.secret_variable === "" ? "stored" : "environment",
    variable: credential.secret_variable,
    value: "",
  };
}

/** Whether the value has to be typed: a new one, or one that is to go to another host than it was given for. */
export function needsValue(form: CredentialForm, stored: Credential | null): boolean {
  if (form.source !== "stored") return false;
  return stored === null || stored.source !== "stored" || hostOf(form.host) !== stored.host;
}

export function errorsOfCredential(form: CredentialForm, stored: Credential | null): CredentialErrors {
  const errors: CredentialErrors = {};
  if (form.name.trim() === "") errors.name = words.needName;
  else if (form.name.trim().length > MOST_NAME) errors.name = words.longName(MOST_NAME);
  if (form.host.trim() === "") errors.host = words.needHost;
  else if (!HOST.test(hostOf(form.host))) errors.host = words.badHost(form.host);
  if (!HEADER.test(form.header.trim())) errors.header = words.badHeader(form.header);
  if (form.source === "environment" && !VARIABLE.test(form.variable.trim())) errors.variable = words.badVariable(form.variable);
  if (form.source === "stored" && form.value === "" && needsValue(form, stored)) {
    errors.value = stored === null || stored.source !== "stored" ? words.needValue : words.needValueAgain(stored.host);
  } else if (form.source === "stored" && form.value !== "" && !SENDABLE.test(form.value.trim())) errors.value = words.badValue;
  return errors;
}

/** What is sent. An empty value is left out: what is stored stays. */
export function bodyOfCredential(form: CredentialForm): Record<string, string> {
  const body: Record<string, string> = {
    name: form.name.trim(),
    host: hostOf(form.host),
    header: form.header.trim(),
    prefix: form.prefix,
  };
  if (form.source === "environment") body.secret_variable = form.variable.trim();
  else if (form.value !== "") body.value = form.value.trim();
  return body;
}

/** `https://api.shop.example/v1` was meant as its host. */
export function hostOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/.*$/, "");
}
