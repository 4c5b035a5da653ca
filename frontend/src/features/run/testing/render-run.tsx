/** The run view in a page of its own, for tests: routes, queries and a live store that tells what a test wants. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { act, render } from "@testing-library/react";

import { setBoot } from "@/api/boot";
import { KeyDispatcher } from "@/commands/dispatcher";
import { registry } from "@/commands/registry";
import { RunPage } from "@/features/run/run-page";
import { fold } from "@/live/fold/fold";
import type { TraceEvent } from "@/live/fold/events";
import { LiveContext } from "@/live/live-context";
import type { Live } from "@/live/store";
import { LOADING, missing, withEvents, type RunState } from "@/live/run-state";

const NAMED = { id: "1", name: "Nordlicht", slug: "nordlicht" };

export interface ShownRun {
  /** More events, as the socket brings them. */
  hear: (events: readonly TraceEvent[]) => void;
  say: (step: string, text: string) => void;
  lose: () => void;
  address: () => string;
}

/** Opens the run at a place such as `?tab=waterfall`. */
export async function showRun(events: readonly TraceEvent[], place = "", scopes = ["runs:read", "runs:cancel", "runs:start", "approvals:decide"]): Promise<ShownRun> {
  setBoot({
    person: { id: "p", name: "Priya Nair", email: "priya@nordlicht.example" },
    key: null,
    organization: NAMED,
    project: NAMED,
    role: "reviewer",
    scopes,
    projects: [],
    demo: false,
    first_decision: false,
    csrf_cookie: "csrf",
    nonce: "n",
  });
  const live = new ToldLive({ ...LOADING, status: "ready", view: fold(events), seq: events.length, isCaughtUp: true });
  const root = createRootRoute({ component: Outlet });
  const children = ["/runs", "/approvals/$approvalId"].map((path) => createRoute({ getParentRoute: () => root, path, component: () => path }));
  const run = createRoute({ getParentRoute: () => root, path: "/runs/$runId", component: RunPage });
  const router = createRouter({
    routeTree: root.addChildren([...children, run]),
    history: createMemoryHistory({ initialEntries: [`/runs/01a22d75-0000-7000-8000-0000007c41e9${place}`] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
  window.addEventListener("keydown", press);
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LiveContext value={live}>
        <RouterProvider router={router as never} />
      </LiveContext>
    </QueryClientProvider>,
  );
  return {
    hear: (more) => act(() => live.tell(withEvents(live.state, more))),
    say: (step, text) => act(() => live.tell({ ...live.state, partials: new Map([[step, { attempt: 1, text, end: text.length }]]) })),
    lose: () => act(() => live.tell(missing())),
    address: () => router.state.location.href,
  };
}

class ToldLive implements Live {
  readonly #listeners = new Set<() => void>();

  constructor(public state: RunState) {}

  tell(state: RunState): void {
    this.state = state;
    this.#listeners.forEach((listener) => listener());
  }

  openRun = () => () => undefined;
  runState = () => this.state;
  watchRun = (_run: string, listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  liveState = () => LIVE;
  watchLiveState = () => () => undefined;
  watchChanges = () => () => undefined;
}

const dispatcher = new KeyDispatcher({ registry, singleKeys: () => true, onRefused: () => undefined });
const press = (event: KeyboardEvent) => void dispatcher.handle(event);
const LIVE = { status: "live", since: 0, via: "socket" } as const;
