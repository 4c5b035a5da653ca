/** Where each argument of a tool goes: into the address, the query or the body. Pure. */

import { newRow, type ArgumentRow } from "./argument-row";
import { argumentNames, type ToolForm } from "./tool-form";

export type Place = "none" | "query" | "body" | "both";

const WITHOUT_BODY: readonly string[] = ["GET", "DELETE"];
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Whether requests of this method have a body. */
export function hasBody(method: string): boolean {
  return !WITHOUT_BODY.includes(method);
}

/** The names in braces in the address: of the project's variables, and of arguments. */
export function namesInAddress(address: string): { variables: string[]; arguments: string[] } {
  const names = [...address.matchAll(/\{([^{}]*)\}/gu)].map((found) => found[1] ?? "");
  return {
    variables: names.filter((name) => VARIABLE.test(name)),
    arguments: names.filter((name) => name !== "" && !VARIABLE.test(name)),
  };
}

/** Where the argument goes, beside the address. */
export function placeOf(form: ToolForm, name: string): Place {
  const inQuery = form.query.includes(name);
  const inBody = form.bodyIsAll || form.body.includes(name);
  if (inQuery && inBody) return "both";
  if (inQuery) return "query";
  return inBody ? "body" : "none";
}

/** The form with the argument in another place. */
export function withPlace(form: ToolForm, name: string, place: Place): ToolForm {
  const names = argumentNames(form);
  const goes = (each: string, where: "query" | "body") => {
    const its = each === name ? place : placeOf(form, each);
    return its === where || its === "both";
  };
  const body = names.filter((each) => goes(each, "body"));
  const bodyIsAll = names.length > 0 && body.length === names.length;
  return { ...form, query: names.filter((each) => goes(each, "query")), body: bodyIsAll ? [] : body, bodyIsAll };
}

/** The form with another method: what was in a body goes into the query where there is none. */
export function withMethod(form: ToolForm, method: string): ToolForm {
  const next = { ...form, method };
  if (hasBody(method)) return next;
  const inPath = namesInAddress(form.address).arguments;
  const fromBody = argumentNames(form).filter((name) => ["body", "both"].includes(placeOf(form, name)) && !inPath.includes(name));
  return { ...next, query: [...new Set([...form.query, ...fromBody])], body: [], bodyIsAll: false };
}

/** The form with one more argument, in the usual place of its method. */
export function withArgument(form: ToolForm, more: Partial<ArgumentRow> = {}): ToolForm {
  const row = newRow(more);
  const next = { ...form, arguments: [...form.arguments, row] };
  if (form.bodyIsAll) return next;
  if (form.arguments.length === 0 && hasBody(form.method)) return { ...next, bodyIsAll: true };
  return row.name === "" ? next : withPlace(next, row.name, hasBody(form.method) ? "body" : "query");
}

/** The form with the row changed; a new name is followed wherever the old one stood. */
export function withRow(form: ToolForm, row: ArgumentRow): ToolForm {
  const before = form.arguments.find(({ id }) => id === row.id);
  const rows = form.arguments.map((each) => (each.id === row.id ? row : each));
  const next = { ...form, arguments: rows };
  const isAlone = form.arguments.every((each) => each.id === row.id || each.name !== before?.name);
  if (before === undefined || before.name === row.name || !isAlone) return next;
  return before.name === "" ? placedNew(next, row.name) : renamed(next, before.name, row.name);
}

/** The form without the row. */
export function withoutRow(form: ToolForm, id: string): ToolForm {
  const gone = form.arguments.find((row) => row.id === id)?.name;
  const rows = form.arguments.filter((row) => row.id !== id);
  const keeps = (name: string) => name !== gone;
  const next = { ...form, arguments: rows, query: form.query.filter(keeps), body: form.body.filter(keeps) };
  return rows.length === 0 ? { ...next, bodyIsAll: false } : next;
}

/** An argument that has just got its first name goes where those of its method usually go. */
function placedNew(form: ToolForm, name: string): ToolForm {
  if (form.bodyIsAll || namesInAddress(form.address).arguments.includes(name)) return form;
  return withPlace(form, name, hasBody(form.method) ? "body" : "query");
}

function renamed(form: ToolForm, from: string, to: string): ToolForm {
  const swap = (name: string) => (name === from ? to : name);
  const inBraces = (text: string) => text.replaceAll(`{${from}}`, `{${to}}`);
  const isLeft = to === "";
  return {
    ...form,
    query: isLeft ? form.query.filter((name) => name !== from) : form.query.map(swap),
    body: isLeft ? form.body.filter((name) => name !== from) : form.body.map(swap),
    address: isLeft ? form.address : inBraces(form.address),
    sentence: isLeft ? form.sentence : inBraces(form.sentence),
  };
}
