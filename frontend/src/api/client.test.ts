import { beforeEach, describe, expect, it, vi } from "vitest";

import { setBoot } from "@/api/boot";

let status = 200;
const assign = vi.fn();

beforeEach(() => {
  vi.resetModules();
  assign.mockClear();
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ items: [] }, { status })));
  vi.stubGlobal("location", { origin: "http://baton.test", href: "http://baton.test/", pathname: "/o/x/p/y/runs", search: "?q=a", assign });
});

/** A page of its own: what it has read so far is nothing. */
async function freshPage() {
  const boot = await import("@/api/boot");
  boot.setBoot(BOOT);
  return import("@/api/client");
}

const BOOT = { project: { id: "p", name: "P", slug: "p" }, csrf_cookie: "csrf" } as unknown as Parameters<typeof setBoot>[0];

describe("a session that has ended", () => {
  it("leads a page that has read nothing yet to the sign-in page, and back to this place", async () => {
    const { api, ask } = await freshPage();
    status = 401;
    await expect(ask(api.GET("/api/v1/runs"))).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-in/?next=%2Fo%2Fx%2Fp%2Fy%2Fruns%3Fq%3Da");
  });

  it("leaves a page that shows something where it is", async () => {
    const { api, ask } = await freshPage();
    status = 200;
    await ask(api.GET("/api/v1/runs"));
    status = 401;
    await expect(ask(api.GET("/api/v1/runs"))).rejects.toMatchObject({ status: 401 });
    expect(assign).not.toHaveBeenCalled();
  });

  it("is said where somebody acts, and what is typed stays", async () => {
    const { api, ask } = await freshPage();
    status = 401;
    const act = ask(api.POST("/api/v1/runs/{run_id}/cancel", { params: { path: { run_id: "r" } }, body: { reason: "typed" } }));
    await expect(act).rejects.toThrow("You are signed out. Sign in in another tab, then press again: nothing you typed is lost.");
    expect(assign).not.toHaveBeenCalled();
  });
});
