// @vitest-environment node
import { describe, expect, it } from "vitest";

import { endOf, errorsOfKey, grouped, newKeyForm } from "@/features/settings/keys/key-form";
import { toneOfEnd, warningOf } from "@/features/settings/keys/key-warnings";
import type { ApiKey } from "@/features/settings/rest/shapes";

const NOW = Date.parse("2026-11-30T14:31:52Z");
const key: ApiKey = {
  id: "k",
  name: "Old importer",
  key_id: "03PkAbCdEfGh",
  scopes: ["runs:start"],
  expires_at: "2027-02-28T00:00:00Z",
  revoked_at: null,
  last_used_at: "2026-11-30T14:30:00Z",
  created_at: "2026-01-01T00:00:00Z",
  created_by: { id: "p", name: "Ines Becker" },
  version: 1,
};
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

describe("a new key", () => {
  it("begins with what a service needs, of what its maker may, and ends in a season", () => {
    const form = newKeyForm(["runs:read", "runs:start", "agents:edit"]);

    expect(form.scopes).toEqual(["runs:read", "runs:start"]);
    expect(endOf(form, NOW)).toBe("2027-02-28T14:31:52.000Z");
  });

  it("has a name, does something and ends in the future", () => {
    expect(errorsOfKey({ name: " ", scopes: [], end: "day", day: "2026-11-29" }, NOW)).toEqual({
      name: "Name it.",
      scopes: "Tick at least one.",
      day: "Choose a day after today.",
    });
    expect(errorsOfKey({ name: "Shop", scopes: ["runs:start"], end: "day", day: "" }, NOW)).toEqual({ day: "Choose a day after today." });
    expect(errorsOfKey({ name: "Shop", scopes: ["runs:start"], end: "never", day: "" }, NOW)).toEqual({});
    expect(endOf({ end: "never", day: "" }, NOW)).toBeNull();
  });

  it("offers its scopes by what they are about", () => {
    expect(grouped(["agents:edit", "approvals:decide", "keys:manage", "runs:read", "runs:start"])).toEqual([
      ["read", ["runs:read"]],
      ["runs", ["runs:start"]],
      ["decide", ["approvals:decide"]],
      ["build", ["agents:edit"]],
      ["administer", ["keys:manage"]],
    ]);
  });
});

it.each([
  [key, undefined],
  [{ ...key, expires_at: null }, "“Old importer” never expires"],
  [{ ...key, last_used_at: ago(61) }, "“Old importer” was last used 61 days ago"],
  [{ ...key, expires_at: null, last_used_at: ago(61) }, "“Old importer” never expires and was last used 61 days ago"],
  [{ ...key, last_used_at: null, created_at: ago(40) }, "“Old importer” was made 40 days ago and never used"],
  [{ ...key, last_used_at: null, created_at: ago(4) }, undefined],
  [{ ...key, expires_at: null, revoked_at: ago(1) }, undefined],
])("warns of a key that nobody looks after %#", (each, warning) => {
  expect(warningOf(each, NOW)).toBe(warning);
});

it.each([
  [key, "later"],
  [{ ...key, expires_at: "2026-12-12T00:00:00Z" }, "soon"],
  [{ ...key, expires_at: null }, "never"],
  [{ ...key, expires_at: "2026-11-29T00:00:00Z" }, "over"],
  [{ ...key, revoked_at: ago(1) }, "over"],
] as const)("shows its end %#", (each, tone) => {
  expect(toneOfEnd(each, NOW)).toBe(tone);
});
