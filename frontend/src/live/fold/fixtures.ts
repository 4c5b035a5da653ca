/** Only for tests: the fixtures that the Python fold is tested with, too (tests/trace_files.py). */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Json } from "../json";
import type { TraceEvent } from "./events";

export interface StoredTrace {
  readonly name: string;
  readonly events: readonly TraceEvent[];
  /** Canonical JSON, as the Python fold gives it. */
  readonly view: string;
}

export const TRACE_FILES = [
  "real.json", "random-legal-1.json", "random-legal-2.json", "random-odd-1.json", "random-odd-2.json",
] as const;

export function storedTraces(file: (typeof TRACE_FILES)[number]): readonly StoredTrace[] {
  return readFixture(file) as unknown as readonly StoredTrace[];
}

export function readFixture(file: string): readonly Json[] {
  const path = resolve(import.meta.dirname, "../../../../tests/fixtures/traces", file);
  return JSON.parse(readFileSync(path, "utf-8")) as readonly Json[];
}
