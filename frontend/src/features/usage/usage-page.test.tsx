import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";
import type { UsageReport } from "@/features/usage/model/report";
import { report, row } from "@/features/usage/testing";
import { UsagePage } from "@/features/usage/usage-page";
import { searchText } from "@/routes";

const AGENTS = [row({ agent: { id: "a", name: "refund-desk" }, failed: 1, attempts: 3 }), row({ agent: { id: "00000000-0000-7000-8000-0000007c41e9", name: null }, dollars: null })];
const DAYS = [row({ day: "2026-11-29", attempts: 3, failed: 1 }), row({ day: "2026-11-30", dollars: null })];

let asked: URL[] = [];

beforeEach(() => {
  asked = [];
  setBoot({ scopes: ["runs:read", "agents:edit"], project: { id: "p", name: "P", slug: "p" }, organization: { id: "o", name: "O", slug: "o" } } as unknown as Parameters<typeof setBoot>[0]);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(">="), addEventListener: () => undefined, removeEventListener: () => undefined }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The page at an address, over a server that answers so. */
async function show(place: string, answer: (by: string) => UsageReport | number): Promise<{ address: () => string }> {
  vi.stubGlobal("fetch", (request: Request) => {
    const url = new URL(request.url);
    asked.push(url);
    const found = answer(url.searchParams.get("by") ?? "day");
    const [status, body] = typeof found === "number" ? [found, { error: { code: "x", message: "Not now.", request_id: "r1" } }] : [200, found];
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }));
  });
  const root = createRootRoute({ component: Outlet });
  const routes = ["/runs", "/settings/prices"].map((path) => createRoute({ getParentRoute: () => root, path, component: () => path }));
  const router = createRouter({
    routeTree: root.addChildren([...routes, createRoute({ getParentRoute: () => root, path: "/usage", component: UsagePage })]),
    history: createMemoryHistory({ initialEntries: [`/usage${place}`] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: searchText,
  });
  await router.load();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { address: () => router.state.location.href };
}

const some = (by: string) => (by === "day" ? report("day", DAYS) : report("agent", AGENTS));

it("says what was used and cost, in whose days, and apart from it what is not known", async () => {
  await show("", some);

  const table = within(await screen.findByRole("table", { name: "Usage by agent" }));
  expect(table.getAllByRole("row").slice(1).map((each) => each.textContent)).toEqual([
    "refund-desk31 failed10000$0.50100%",
    "7c41e9no longer there210000not known0%",
    "Total51 failed20000$0.50+",
  ]);
  expect(screen.getByText("1 Nov 2026 to 30 Nov 2026. Days are those of Europe/Berlin.")).toBeTruthy();
  expect(screen.getByText("Not in the sums: the cost of 2 tries.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "refund-desk" }).getAttribute("href")).toBe("/runs?agent=refund-desk");
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "Cost by day, in USD, 1 Nov 2026 to 30 Nov 2026: most on 29 Nov 2026 with $0.50, $0.50 in all. The days are also a table.",
  );
});

it("asks for the days of a period as the organization has them", async () => {
  const user = userEvent.setup();
  const shown = await show("", some);
  await screen.findByRole("table");

  await user.click(screen.getByRole("button", { name: "7 days" }));

  expect(shown.address()).toBe("/usage?period=7d");
  await vi.waitFor(() => expect(asked.map((url) => url.search)).toContain("?from=2026-11-24&to=2026-11-30&by=agent"));
});

it("takes days of one's own once both can be read", async () => {
  const user = userEvent.setup();
  const shown = await show("?period=own&from=2026-11-02&to=2026-11-05", some);

  await user.clear(await screen.findByLabelText("Last day"));
  expect(screen.getByText("A day is missing.")).toBeTruthy();
  expect(shown.address()).toContain("to=2026-11-05");
  await user.type(screen.getByLabelText("Last day"), "2026-11-09");
  expect(shown.address()).toContain("from=2026-11-02&to=2026-11-09");
});

it("says what comes here while nothing was used, what failed, and who may not see it", async () => {
  await show("?period=today", () => report("day", []));
  expect(await screen.findByText("Nothing was asked in these days")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Show 30 days" })).toBeTruthy();
  cleanup();

  await show("", () => 500);
  expect(await screen.findByText("Usage could not be read")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Try again/ })).toBeTruthy();
  cleanup();

  await show("", () => 403);
  expect(await screen.findByText("You may not see usage here")).toBeTruthy();
});

it.each(["", "?period=own&from=2026-11-02&to=2026-11-05"])("has no fault of accessibility at %s", async (place) => {
  await show(place, some);
  await screen.findByRole("table");

  const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
});
