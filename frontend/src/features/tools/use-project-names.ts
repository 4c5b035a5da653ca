import { useQuery } from "@tanstack/react-query";

import { call } from "@/features/studio/api";
import type { PageOf } from "@/features/studio/model/shapes";

export interface VariableNamed {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

export interface CredentialNamed {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly header: string;
}

interface Signalled {
  signal: AbortSignal;
}

const MOST = 100;
const FRESH_MS = 30_000;

/** The variables of the project, for addresses; none while they are not known. */
export function useVariables(): readonly VariableNamed[] | undefined {
  const read = ({ signal }: Signalled) => readAll<VariableNamed>("/api/v1/variables", signal);
  return useQuery({ queryKey: ["names", "variables"], queryFn: read, staleTime: FRESH_MS }).data;
}

export function useCredentials(): readonly CredentialNamed[] | undefined {
  const read = ({ signal }: Signalled) => readAll<CredentialNamed>("/api/v1/credentials", signal);
  return useQuery({ queryKey: ["names", "credentials"], queryFn: read, staleTime: FRESH_MS }).data;
}

export async function readAll<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: PageOf<Item> = await call("get", path, { query: { limit: MOST, cursor }, signal });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
