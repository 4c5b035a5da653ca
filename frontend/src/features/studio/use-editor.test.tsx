import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";

import { studioKeys } from "./keys";
import type { Detail } from "./model/shapes";
import { profileShelf } from "./model/shelf";
import { useEditor } from "./use-editor";

const LIVE = {
  id: "x",
  name: "refunds",
  version: 3,
  published_at: "2026-11-30T09:00:00Z",
  published_by: null,
  archived_at: null,
  notes: "",
  content: { instructions: "old" },
  text: "instructions: old\n",
  draft: null,
  used_by: [],
  outdated: [],
} satisfies Detail;
const bodies: unknown[] = [];
let stored: Detail = LIVE;

setBoot({ project: { id: "p", name: "P", slug: "p" }, csrf_cookie: "csrf", scopes: ["agents:edit"] } as unknown as Parameters<typeof setBoot>[0]);

beforeEach(() => {
  bodies.length = 0;
  stored = LIVE;
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PUT") bodies.push(await request.json());
    return request.method === "GET" ? Response.json(stored) : Response.json({ error: { code: "internal", message: "", details: {} } }, { status: 500 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function editing() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(studioKeys.one(profileShelf, "x"), LIVE);
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook(
    () => {
      const { data } = useQuery({ queryKey: studioKeys.one(profileShelf, "x"), queryFn: () => stored });
      return useEditor<Detail>(profileShelf, "x", data ?? LIVE);
    },
    { wrapper },
  ).result;
}

it("what is not saved stays when another version comes to be live, and saving names the version it was begun from", async () => {
  const result = editing();
  act(() => result.current.set("instructions", "mine"));
  stored = { ...LIVE, version: 4, content: { instructions: "theirs" }, text: "instructions: theirs\n" };

  await act(() => result.current.refresh());
  await waitFor(() => expect(result.current.detail.version).toBe(4));
  expect([result.current.content, result.current.unsaved]).toEqual([{ instructions: "mine" }, true]);
  await act(() => result.current.save());
  expect(bodies).toEqual([{ content: { instructions: "mine" }, base_number: 3 }]);
});

it("what is stored comes into view where nothing is unsaved", async () => {
  const result = editing();
  stored = { ...LIVE, version: 4, content: { instructions: "theirs" }, text: "instructions: theirs\n" };

  await act(() => result.current.refresh());
  await waitFor(() => expect(result.current.content).toEqual({ instructions: "theirs" }));
  expect([result.current.unsaved, result.current.work.base]).toEqual([false, 4]);
});
