import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";

import { useSave } from "./use-save";

const SHOP = { id: "c", name: "shop", version: 3 };
const sent: { method: string; seen: string | null }[] = [];
let readable = true;

setBoot({ project: { id: "p", name: "P", slug: "p" }, csrf_cookie: "csrf", scopes: [] } as unknown as Parameters<typeof setBoot>[0]);

function saving() {
  sent.length = 0;
  vi.stubGlobal("fetch", (request: Request) => {
    const seen = request.headers.get("If-Match");
    sent.push({ method: request.method, seen });
    if (request.method === "GET") return Promise.resolve(Response.json({ ...SHOP, version: 4 }, { status: readable ? 200 : 500 }));
    const body = seen === '"4"' ? { ...SHOP, version: 5 } : { error: { code: "version_conflict", message: "changed", details: {} } };
    return Promise.resolve(Response.json(body, { status: seen === '"4"' ? 200 : 412 }));
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook(({ item }) => useSave("/credentials", item, () => undefined), { wrapper, initialProps: { item: SHOP } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  readable = true;
});

it("meets what somebody else changed while the form was open, although the list was read anew", async () => {
  const { result, rerender } = saving();
  rerender({ item: { ...SHOP, version: 4 } });

  act(() => result.current.save({}));
  await waitFor(() => expect(result.current.conflict?.version).toBe(4));
  expect(sent[0]).toEqual({ method: "PATCH", seen: '"3"' });
  act(() => result.current.save({}));
  await waitFor(() => expect(sent.at(-1)).toEqual({ method: "PATCH", seen: '"4"' }));
});

it("says that it was not saved where what is stored cannot be read", async () => {
  readable = false;
  const { result } = saving();

  act(() => result.current.save({}));
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect(result.current.conflict).toBeUndefined();
});
