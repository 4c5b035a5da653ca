/** The REST interface of everything that is edited as a draft: one set of calls for all kinds. */

import { api, ask } from "@/api/client";
import type {
  Checked,
  Content,
  Detail,
  DraftShown,
  Listed,
  Named,
  PageOf,
  Published,
  VersionDetail,
  VersionShown,
} from "@/features/studio/model/shapes";
import { pathOf, type Shelf } from "@/features/studio/model/shelf";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CallOptions {
  readonly body?: unknown;
  readonly query?: Query | undefined;
  /** The version that was seen. */
  readonly seen?: number | undefined;
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The same client without the types of single paths: here one function serves the paths of every kind. */
interface AnyClient {
  request: (method: Method, path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

/** One call below `/api/v1`, answered with what it gives or refused with an `ApiError`. */
export function call<Answer>(method: Method, path: string, { body, query, seen, key, signal }: CallOptions = {}): Promise<Answer> {
  const header = {
    ...(seen === undefined ? {} : { "If-Match": `"${seen}"` }),
    ...(key === undefined ? {} : { "Idempotency-Key": key }),
  };
  const init = { params: { query: query ?? {}, header }, ...(body === undefined ? {} : { body }), ...(signal === undefined ? {} : { signal }) };
  return ask((api as unknown as AnyClient).request(method, path, init)) as Promise<Answer>;
}

/** Exactly one of the two. */
export type Body = { readonly content: Content } | { readonly text: string };

export function readPage(shelf: Shelf, query: Query, signal: AbortSignal): Promise<PageOf<Listed>> {
  return call("get", shelf.path, { query, signal });
}

export function readDetail<D extends Detail = Detail>(shelf: Shelf, id: string, signal?: AbortSignal): Promise<D> {
  return call("get", pathOf(shelf, id), { signal });
}

export function create(shelf: Shelf, name: string, body: Body | null): Promise<Detail> {
  return call("post", shelf.path, { body: { name, ...(body ?? {}) } });
}

export function check<C extends Checked = Checked>(shelf: Shelf, id: string, body: Body, signal?: AbortSignal): Promise<C> {
  return call("post", `${shelf.path}/check`, { body: shelf.single ? body : { id, ...body }, signal });
}

/** `base` is the live version that was seen: a draft of an older one is refused like one that was overtaken. */
export function saveDraft(shelf: Shelf, id: string, body: Body, seen: number, base: number | null): Promise<DraftShown> {
  return call("put", `${pathOf(shelf, id)}/draft`, { body: { ...body, base_number: base }, seen });
}

export function dropDraft(shelf: Shelf, id: string, seen: number): Promise<unknown> {
  return call("delete", `${pathOf(shelf, id)}/draft`, { seen });
}

export function publish(shelf: Shelf, id: string, notes: string, updateAgents: boolean, seen: number): Promise<Published> {
  const agents = shelf.updatesAgents ? { update_agents: updateAgents } : {};
  return call("post", `${pathOf(shelf, id)}/publish`, { body: { notes, ...agents }, seen });
}

export function readVersions(shelf: Shelf, id: string, cursor: string | undefined, signal: AbortSignal): Promise<PageOf<VersionShown>> {
  return call("get", `${pathOf(shelf, id)}/versions`, { query: { cursor }, signal });
}

export function readVersion(shelf: Shelf, id: string, version: number, signal?: AbortSignal): Promise<VersionDetail> {
  return call("get", `${pathOf(shelf, id)}/versions/${version}`, { signal });
}

export function restore(shelf: Shelf, id: string, version: number, notes: string, live: number): Promise<Published> {
  return call("post", `${pathOf(shelf, id)}/versions/${version}/restore`, { body: { notes }, seen: live });
}

export function setArchived(shelf: Shelf, id: string, archived: boolean): Promise<unknown> {
  return call("post", `${pathOf(shelf, id)}/${archived ? "archive" : "unarchive"}`);
}

export function duplicate(shelf: Shelf, id: string, name: string): Promise<Named> {
  return call("post", `${pathOf(shelf, id)}/duplicate`, { body: { name } });
}
