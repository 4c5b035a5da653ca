/** One call of the REST interface. `version` is the one that was seen: a change of what somebody else changed
 * meanwhile is refused, never made. */

import { api, ask } from "@/api/client";

export type Method = "get" | "post" | "patch" | "put" | "delete";

export interface Sent {
  body?: unknown;
  query?: Readonly<Record<string, string | number>>;
  version?: number;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The generated client with the types of the caller: paths here hold ids. */
interface AnyClient {
  request: <Data>(method: Method, path: string, init: object) => Promise<Answer<Data>>;
}

export function call<Data>(method: Method, path: string, { body, query, version, idempotencyKey, signal }: Sent = {}): Promise<Data> {
  const headers: Record<string, string> = {};
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
  return ask((api as unknown as AnyClient).request<Data>(method, `/api/v1${path}`, { body, headers, signal, params: { query } }));
}

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

const PAGE = 100;

/** All pages of a list. Settings are few; a list of hundreds is still one screen. */
export async function readAll<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const page: Page<Item> = await call<Page<Item>>("get", path, { query, signal });
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}
