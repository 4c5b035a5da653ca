// @vitest-environment node
import { describe, expect, it } from "vitest";

import { bodyOfCredential, errorsOfCredential, formOf, hostOf, needsValue, newCredential } from "@/features/settings/credentials/credential-form";
import type { Credential } from "@/features/settings/rest/shapes";

const stored: Credential = {
  id: "c",
  name: "Shop",
  host: "shop.example",
  header: "Authorization",
  prefix: "Bearer ",
  source: "stored",
  secret_variable: "",
  last_four: "9f3a",
  fingerprint: "8c1d2e3f",
  sealed_at: "2026-11-30T14:31:00Z",
  version: 3,
  used_by: [],
};
const typed = { ...newCredential, name: "Shop", host: "shop.example", value: "s3cret" };

it.each([
  ["https://Shop.Example/v1/orders", "shop.example"],
  ["shop.example:8443", "shop.example:8443"],
  [" shop.example ", "shop.example"],
])("of %j the host is %s", (text, host) => {
  expect(hostOf(text)).toBe(host);
});

describe("the form of a credential", () => {
  it("says what is missing of a new one", () => {
    expect(Object.keys(errorsOfCredential(newCredential, null))).toEqual(["name", "host", "value"]);
    expect(errorsOfCredential(typed, null)).toEqual({});
  });

  it("asks for the value again when it would go to another host", () => {
    const form = { ...formOf(stored), host: "elsewhere.example" };

    expect(needsValue(form, stored)).toBe(true);
    expect(errorsOfCredential(form, stored).value).toBe("The stored value was given for shop.example. Type the value for the new host.");
    expect(needsValue(formOf(stored), stored)).toBe(false);
    expect(errorsOfCredential(formOf(stored), stored)).toEqual({});
  });

  it("asks for none that the environment has, and names which may be read", () => {
    const form = { ...typed, value: "", source: "environment", variable: "DATABASE_URL" };

    expect(errorsOfCredential(form, null)).toEqual({ variable: "“DATABASE_URL” is not read. Write BATON_SECRET_ and a name of your own, or OPENAI_API_KEY." });
    expect(errorsOfCredential({ ...form, variable: "BATON_SECRET_SHOP" }, null)).toEqual({});
    expect(bodyOfCredential({ ...form, variable: "BATON_SECRET_SHOP" })).toMatchObject({ secret_variable: "BATON_SECRET_SHOP" });
  });

  it("refuses a value that no header carries", () => {
    expect(errorsOfCredential({ ...typed, value: "two\nlines" }, null).value).toBeDefined();
    expect(errorsOfCredential({ ...typed, value: "schlüssel" }, null).value).toBeDefined();
  });

  it("sends no value where the stored one stays", () => {
    expect(bodyOfCredential(formOf(stored))).toEqual({ name: "Shop", host: "shop.example", header: "Authorization", prefix: "Bearer " });
    expect(bodyOfCredential(typed).value).toBe("s3cret");
  });
});
