/** What a refusal of the server means for a form. Pure. */

import { ApiError } from "@/api/errors";

/** Somebody else was quicker: the form shows both. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The refusal on the field it is about; undefined where it is about the whole. */
export function fieldOf<Name extends string>(error: unknown, fields: Readonly<Partial<Record<string, Name>>>): Name | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "already_exists") return fields.name;
  return error.field === undefined ? undefined : fields[error.field];
}

/** The version that is stored now, as the refusal says it. */
export function versionOf(error: unknown): number | undefined {
  const version = error instanceof ApiError ? error.details.version : undefined;
  return typeof version === "number" ? version : undefined;
}
