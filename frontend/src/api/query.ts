/** What is read from the server, kept: old data stays visible while new comes. */

import { QueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/errors";

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live tells what has changed; without it a look back at the page reads again.
      staleTime: 10_000,
      // A browser without a network still reaches a Baton on the same machine.
      networkMode: "always",
      retry: (count, error) => count < RETRIES && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Keys of what is kept: the first word is the kind of thing, so that live can name what to read again. */
export const keys = {
  runs: ["runs"] as const,
  /** The list keeps its own rows as they live, and its numbers their own pace. */
  runList: ["run-list"] as const,
  runCounts: ["run-counts"] as const,
  run: (id: string) => ["run", id] as const,
  approvals: ["approvals"] as const,
  approval: (id: string) => ["approval", id] as const,
  agents: ["agents"] as const,
};
