// @vitest-environment node
import { describe, expect, it } from "vitest";

import {
  capabilitiesOf,
  errorsOfConnection,
  errorsOfReach,
  filledBy,
  formOfConnection,
  hostOfUrl,
  newConnection,
  reachOf,
  scriptOf,
  touchesSecret,
} from "@/features/settings/connections/connection-form";
import { fieldToBlame, tokensOf, tryBodyOf } from "@/features/settings/connections/try-form";
import type { Connection } from "@/features/settings/rest/shapes";
import { presets } from "@/text/settings-connections";

const stored: Connection = {
  id: "c",
  name: "OpenAI",
  provider: "openai_chat",
  base_url: "https://api.openai.com/v1",
  script: null,
  credential: { id: "k", name: "OpenAI key" },
  secret_variable: "",
  key: "stored",
  capabilities: { images: false, reasoning: "low" },
  model_capabilities: { "gpt-5": { temperature: false, images: true, max_output_tokens: 4096 } },
  transport: "lean",
  history: "client",
  max_in_flight: 32,
  version: 2,
  used_by: 1,
};
const typed = { ...newConnection, name: "OpenAI", key: "sk-1" };

describe("the form of a connection", () => {
  it("holds what is stored, and sends the same again", () => {
    const form = formOfConnection(stored);

    expect(errorsOfConnection(form)).toEqual({});
    expect(reachOf(form, stored.capabilities)).toEqual({
      provider: "openai_chat",
      base_url: "https://api.openai.com/v1",
      script: null,
      credential: "k",
      secret_variable: "",
      capabilities: { images: false, reasoning: "low" },
      model_capabilities: { "gpt-5": { temperature: false, images: true, max_output_tokens: 4096 } },
      transport: "lean",
      history: "client",
      max_in_flight: 32,
    });
  });

  it("bounds the calls at once, and keeps history where the provider can", () => {
    expect(Object.keys(errorsOfReach({ ...typed, inFlight: "0" }))).toEqual(["inFlight"]);
    expect(Object.keys(errorsOfReach({ ...typed, inFlight: "99999" }))).toEqual(["inFlight"]);
    expect(reachOf({ ...typed, inFlight: "", history: "server" }, {})).toMatchObject({ max_in_flight: null, history: "client" });
    expect(reachOf({ ...typed, provider: "openai_responses", history: "server" }, {})).toMatchObject({ history: "server" });
  });

  it("can be tried before it has a name", () => {
    expect(errorsOfReach({ ...typed, name: "" })).toEqual({});
    expect(Object.keys(errorsOfConnection({ ...typed, name: "" }))).toEqual(["name"]);
  });

  it("says what is wrong with address and key", () => {
    expect(Object.keys(errorsOfReach({ ...typed, base_url: "api.openai.com", key: "" }))).toEqual(["base_url", "key"]);
    expect(Object.keys(errorsOfReach({ ...typed, keyFrom: "credential" }))).toEqual(["credential"]);
    expect(Object.keys(errorsOfReach({ ...typed, keyFrom: "environment", variable: "HOME" }))).toEqual(["variable"]);
  });

  it("sends a script by name or as replies, and nothing of another provider", () => {
    const form = { ...typed, provider: "scripted", script: '{"replies": []}', base_url: "https://left.example" };

    expect(errorsOfReach(form)).toEqual({});
    expect(reachOf(form, {})).toMatchObject({ provider: "scripted", script: { replies: [] }, base_url: "", credential: null });
    expect(scriptOf("echo")).toBe("echo");
    expect(errorsOfReach({ ...form, script: "{" })).toEqual({ script: "These replies are no JSON." });
  });
});

it.each([
  ["", "api.openai.com"],
  ["http://127.0.0.1:8011/v1", "127.0.0.1:8011"],
  ["ftp://x", undefined],
  ["https://", undefined],
])("the host of %j is %s", (text, host) => {
  expect(hostOfUrl(text, "openai_chat")).toBe(host);
});

it("sends what is said of the endpoint, and keeps what a form cannot say", () => {
  expect(capabilitiesOf("tools, +images", stored.capabilities)).toEqual({ reasoning: "low", tools: false, images: true });
});

it("knows when a key or its way is touched", () => {
  const form = formOfConnection(stored);

  expect(touchesSecret({ ...form, name: "Other", takes: "" }, stored)).toBe(false);
  expect(touchesSecret({ ...form, base_url: "https://elsewhere.example/v1" }, stored)).toBe(true);
  expect(touchesSecret({ ...form, keyFrom: "none", credential: "" }, stored)).toBe(true);
  expect(touchesSecret({ ...newConnection, keyFrom: "none" }, null)).toBe(false);
});

it("fills a server in anew: what another one filled in is gone", () => {
  const vllm = { ...typed, ...filledBy({ provider: "openai_chat", base_url: "http://127.0.0.1:8000/v1", keyFrom: "none", transport: "lean" }, true) };
  expect(vllm).toMatchObject({ keyFrom: "none", transport: "lean" });
  expect({ ...vllm, ...filledBy({ provider: "openai_responses", base_url: "" }, true) }).toMatchObject({ keyFrom: "paste", transport: "sdk", base_url: "" });
  expect(filledBy({ provider: "anthropic_messages", base_url: "" }, false)).toMatchObject({ keyFrom: "none" });
});

it.each(presets.map((each) => [each.name, each.fills] as const))("what %s fills in can be saved once it has a name and a key", (_, fills) => {
  expect(errorsOfConnection({ ...typed, ...filledBy(fills, true) })).toEqual({});
});

it("tries with all that decides how the model is asked", () => {
  const form = { ...formOfConnection(stored), transport: "sdk", models: "gpt-5: temperature", inFlight: "8" };

  expect(tryBodyOf(form, stored, true, " gpt-5 ", "Hello")).toEqual({
    id: "c",
    provider: "openai_chat",
    base_url: "https://api.openai.com/v1",
    capabilities: { images: false, reasoning: "low" },
    model_capabilities: { "gpt-5": { temperature: false } },
    transport: "sdk",
    model: "gpt-5",
    message: "Hello",
  });
  expect(tryBodyOf({ ...typed, provider: "scripted", script: "echo" }, null, false, "", "Hello")).toEqual({
    provider: "scripted",
    base_url: "",
    script: "echo",
    credential: null,
    secret_variable: "",
    capabilities: {},
    model: "scripted",
    message: "Hello",
  });
});

describe("a failure of a try", () => {
  const failure = (code: string) => ({ ok: false as const, code, message: "", hint: "" });

  it.each([
    ["paste", "key"],
    ["credential", "credential"],
    ["environment", "variable"],
    ["none", "keyFrom"],
  ])("about the key stands beside it, when it comes from %s", (keyFrom, field) => {
    expect(fieldToBlame(failure("authentication"), { ...typed, keyFrom })).toBe(field);
  });

  it("stands beside the address, the model, or nothing", () => {
    expect(fieldToBlame(failure("provider_unavailable"), typed)).toBe("base_url");
    expect(fieldToBlame(failure("invalid_request"), typed)).toBe("model");
    expect(fieldToBlame(failure("provider_rate_limited"), typed)).toBeUndefined();
  });
});

it("counts tokens, and none where the provider says none", () => {
  expect(tokensOf({ input: 9, output: 4, cached: 2, reasoning: 1 })).toBe(13);
  expect(tokensOf({ input: 9, output: null, cached: null, reasoning: null })).toBe(9);
  expect(tokensOf({ input: null, output: null, cached: null, reasoning: null })).toBeNull();
});
