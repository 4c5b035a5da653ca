import { isJsonObject, type Json } from "../json";
import { Unreadable } from "./read";

/** A text kept outside of its event; `head` is its beginning. `size` counts code points. */
export interface BodyRef {
  readonly ref: string;
  readonly size: number;
  readonly head: string;
}

/** A text of the record: short ones stand in the event, long ones are references to a stored body. */
export type Text = string | BodyRef;

/** The text of a payload field; null is the empty text. */
export function readText(value: Json | undefined): Text {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (isJsonObject(value) && Object.keys(value).length === 3) {
    const { ref, size, head } = value;
    if (typeof ref === "string" && typeof size === "number" && typeof head === "string") {
      return { ref, size, head };
    }
  }
  throw new Unreadable("a text is a string or a reference");
}

/** What can be shown at once of a text. */
export function headOf(text: Text): string {
  return typeof text === "string" ? text : text.head;
}
