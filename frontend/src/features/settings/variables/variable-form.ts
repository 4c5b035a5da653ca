/** A variable as it is typed: what is wrong with it. Pure. */

import type { Fields } from "@/features/settings/parts/conflict";
import { variables as words } from "@/text/settings-parts";

export type VariableField = "name" | "value";
export type VariableForm = Fields<VariableField>;
export type VariableErrors = Partial<Record<VariableField, string>>;

const NAME = /^[A-Z][A-Z0-9_]{0,59}$/;
const MOST = 1000;

export function errorsOfVariable(form: VariableForm): VariableErrors {
  const errors: VariableErrors = {};
  if (form.name === "") errors.name = words.needName;
  else if (!NAME.test(form.name)) errors.name = words.badName(form.name, suggested(form.name));
  if (form.value.trim() === "") errors.value = words.needValue;
  else if (form.value.length > MOST) errors.value = words.tooLong(MOST);
  return errors;
}

/** The name as it should have been written. */
function suggested(name: string): string {
  const text = name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[^A-Z]+|_+$/g, "");
  return NAME.test(text) ? text : "SHOP_URL";
}
