import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ApiError } from "@/api/errors";
import { mayNot } from "@/features/settings/parts/roles";
import { forbidden, settings as words } from "@/text/settings";
import { ErrorState, ForbiddenState, LoadingRows } from "@/ui/states";

interface ListBodyProps<Item> {
  query: UseQueryResult<Item[]>;
  /** "The variables". */
  what: string;
  /** Of whom the list is kept from. */
  who: string;
  /** In its place while there is none. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list, or what stands in its place. Old rows stay while new ones cannot be read. */
export function ListBody<Item>({ query, what, who, empty, children }: ListBodyProps<Item>) {
  const { data, error } = query;
  if (data === undefined) {
    if (error === null) return <LoadingRows rows={6} />;
    if (error instanceof ApiError && error.status === 403) {
      return <ForbiddenState title={forbidden.read(what)}>{mayNot(who)}</ForbiddenState>;
    }
    if (error instanceof ApiError) return <ErrorState title={words.failed(what)} failure={error} onRetry={() => void query.refetch()} />;
    throw error;
  }
  return data.length === 0 ? empty : children(data);
}
