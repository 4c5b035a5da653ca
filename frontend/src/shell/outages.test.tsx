import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";
import { Outages } from "@/shell/outages";

// Said at most every five seconds, as its own tests show: here it is what is said that counts.
const said = vi.hoisted(() => [] as string[]);
vi.mock("@/ui/announce", () => ({ announce: (text: string) => said.push(text) }));

const outage = (name: string, waiting: number, nextTry: number) => ({
  connection: { id: `id-${name}`, name },
  code: "provider_error",
  message: "The provider answered 503.",
  since: new Date(Date.now() - 120_000).toISOString(),
  next_try_at: new Date(Date.now() + nextTry).toISOString(),
  waiting_runs: waiting,
});

let asked = 0;

beforeEach(() => {
  asked = 0;
  said.length = 0;
  as(["runs:read"]);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function as(scopes: readonly string[]) {
  setBoot({ scopes, project: { id: "p", name: "P", slug: "p" }, organization: { id: "o", name: "O", slug: "o" } } as unknown as Parameters<typeof setBoot>[0]);
}

/** The line, over a server that knows of these. */
async function show(answer: () => unknown[] | number): Promise<QueryClient> {
  vi.stubGlobal("fetch", () => {
    asked += 1;
    const found = answer();
    const [status, body] = typeof found === "number" ? [found, { error: { code: "x", message: "Not now.", request_id: "r1" } }] : [200, { items: found }];
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }));
  });
  const root = createRootRoute({ component: Outlet });
  const routes = [createRoute({ getParentRoute: () => root, path: "/", component: Outages })];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return client;
}

it("says who does not answer, who waits and when it is asked again, and that it is over", async () => {
  let items = [outage("Work models", 3, 42_000), outage("Spare", 0, 5_000)];
  const client = await show(() => items);
  const line = await screen.findByRole("complementary", { name: "Model providers" });
  expect(line.textContent).toContain("Work models has not answered since");
  expect(line.textContent).toContain("3 runs wait for it");
  expect(line.textContent).toContain("and 1 other connection");
  expect(within(line).getByRole("timer").textContent).toMatch(/^asked again in 4[0-9] s/);
  const link = within(line).getByRole<HTMLAnchorElement>("link", { name: "Work models" });
  expect(link.href).toContain("/settings/connections?item=id-Work");
  expect(within(line).getByRole<HTMLAnchorElement>("link", { name: "3 runs wait for it" }).href).toContain("/runs?status=queued");
  expect(within(line).getByRole<HTMLAnchorElement>("link", { name: "and 1 other connection" }).href).toMatch(/\/settings\/connections$/);
  expect((await axe.run(line)).violations).toEqual([]);

  items = items.slice(1);
  await client.invalidateQueries();
  await waitFor(() => expect(screen.getByRole("complementary").textContent).toContain("Spare has not answered"));
  items = [];
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  expect(said).toEqual([
    "Work models and Spare: the model provider does not answer.",
    "Work models: the model provider answers again.",
    "Every model provider answers again.",
  ]);
});

it("counts no time below nothing", async () => {
  await show(() => [outage("Work models", 1, -3_000)]);
  const line = await screen.findByRole("complementary", { name: "Model providers" });
  expect(within(line).getByRole("timer").textContent).toBe("being asked again");
  expect(line.textContent).toContain("1 run waits for it");
});

it.each([["while everybody answers", () => []], ["where that cannot be read", () => 500]])("is not there %s", async (_, answer) => {
  await show(answer);
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole("complementary")).toBeNull();
});

it("asks nothing where its reader may not read runs", async () => {
  as([]);
  await show(() => [outage("Work models", 1, 1_000)]);
  await Promise.resolve();
  expect(asked).toBe(0);
});
