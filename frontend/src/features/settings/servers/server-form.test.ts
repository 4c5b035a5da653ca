// @vitest-environment node
import { expect, it } from "vitest";

import { bodyOfServer, errorsOfServer, formOfServer, hostOf, newServer } from "@/features/settings/servers/server-form";
import type { McpServer } from "@/features/settings/rest/shapes";

const stored: McpServer = {
  id: "1",
  name: "docs",
  url: "https://docs.example/mcp",
  credential: { id: "c", name: "docs_key" },
  key: "stored",
  is_trusted: true,
  timeout_seconds: 30,
  version: 2,
  used_by: [],
};

it("a new server is sent with what was said and nothing that was not", () => {
  expect(bodyOfServer({ ...newServer, name: " docs ", url: " https://docs.example/mcp " }, null)).toEqual({ name: "docs", url: "https://docs.example/mcp" });
});

it("of a stored server only what is another is sent", () => {
  const form = formOfServer(stored);

  expect(bodyOfServer(form, stored)).toEqual({});
  expect(bodyOfServer({ ...form, trusted: "no", credential: "" }, stored)).toEqual({ is_trusted: false, credential: null });
  expect(bodyOfServer({ ...form, timeout: "5" }, stored)).toEqual({ timeout_seconds: 5 });
});

it.each([
  [{ name: "" }, "name"],
  [{ name: "x".repeat(61) }, "name"],
  [{ url: "" }, "url"],
  [{ url: "stdio:npx" }, "url"],
  [{ timeout: "0" }, "timeout"],
  [{ timeout: "121" }, "timeout"],
  [{ timeout: "soon" }, "timeout"],
])("%o is refused at its field", (changes, field) => {
  expect(Object.keys(errorsOfServer({ ...formOfServer(stored), ...changes }))).toEqual([field]);
});

it("the host of an address is what a credential is bound to", () => {
  expect(hostOf("https://docs.example:8443/mcp")).toBe("docs.example:8443");
  expect(hostOf("docs.example")).toBeUndefined();
});
