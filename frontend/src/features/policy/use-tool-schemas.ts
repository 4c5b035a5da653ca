import { useQueries, useQuery } from "@tanstack/react-query";

import { readDetail } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { Listed } from "@/features/studio/model/shapes";
import { toolShelf } from "@/features/studio/model/shelf";
import { readAll } from "@/features/tools/use-project-names";
import type { JsonObject } from "@/live/json";

import { schemaOf } from "../tools/model/schema";
import type { Schemas } from "./model/argument-types";

const FRESH_MS = 30_000;

export interface ToolNames {
  /** The tools of the project by name; undefined while they are not known. */
  readonly names: readonly string[] | undefined;
  readonly schemas: Schemas;
}

/** The tools there are, and what those that are named here take. */
export function useToolSchemas(named: readonly string[]): ToolNames {
  const list = useQuery({
    queryKey: ["names", "tools"],
    queryFn: ({ signal }) => readAll<Listed>("/api/v1/tools", signal),
    staleTime: FRESH_MS,
  });
  const wanted = (list.data ?? []).filter(({ name, version }) => named.includes(name) && version !== null);
  const schemas = useQueries({
    queries: wanted.map(({ id }) => ({
      queryKey: studioKeys.one(toolShelf, id),
      queryFn: ({ signal }: { signal: AbortSignal }) => readDetail(toolShelf, id, signal),
      staleTime: FRESH_MS,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data?.content == null ? [] : [[data.name, schemaOf(data.content as JsonObject)] as const]))),
  });
  return { names: list.data?.filter(({ version }) => version !== null).map(({ name }) => name), schemas };
}
