import { describe, expect, it, test } from "vitest";

import { readFrame, type ServerFrame } from "./frames";

const EVENT = { seq: 1, at: "2026-11-30T12:00:00.000Z", kind: "run_created", payload: { input: "Hi" } };

describe("frames are read", () => {
  it.each<ServerFrame>([
    { type: "welcome", now: "2026-11-30T12:00:00.000Z" },
    { type: "events", run: "r", first: 1, last: 2, events: [EVENT, { ...EVENT, seq: 2 }] },
    { type: "watching", run: "r", last: 0 },
    { type: "partial", run: "r", step: "s", attempt: 1, offset: 0, text: "🎺" },
    { type: "resync", run: "r", after: 3 },
    { type: "changed", runs: [{ id: "r", status: "waiting", waiting_for: ["approval"], seq: 3 }], approvals: true, all: false },
    { type: "refused", run: "r", code: "not_found" },
    { type: "closed", code: 4401 },
    { type: "pong" },
  ])("$type", (frame) => {
    expect(readFrame(JSON.stringify({ ...frame, added_later: 1 }))).toEqual(frame);
  });
});

describe("what is no frame is none", () => {
  it.each([
    "", "{", "null", "[]", "1", '"pong"', "{}", '{"type":"later"}', '{"type":"constructor"}', '{"type":"events"}',
    '{"type":"events","run":"r","first":1,"last":1,"events":[]}',
    '{"type":"events","run":"r","first":1,"last":3,"events":[{"seq":1,"at":"","kind":"","payload":{}},{"seq":3,"at":"","kind":"","payload":{}}]}',
    '{"type":"events","run":"r","first":2,"last":1,"events":[{"seq":1,"at":"","kind":"","payload":{}}]}',
    '{"type":"events","run":"r","first":1,"last":1,"events":[{"seq":1,"at":"","kind":"","payload":null}]}',
    '{"type":"watching","run":"r","last":-1}', '{"type":"watching","run":"r","last":"1"}', '{"type":"watching","run":7,"last":1}',
    '{"type":"changed","runs":null}', '{"type":"changed","runs":[{"id":"r","status":"sleeping","waiting_for":[],"seq":1}]}',
    '{"type":"partial","run":"r","step":"s","attempt":1.5,"offset":0,"text":""}',
  ])("%s", (text) => {
    expect(readFrame(text)).toBeNull();
  });

  test("bytes", () => expect(readFrame(new ArrayBuffer(3))).toBeNull());
});

test("a wait of a later version is left out of a change", () => {
  const runs = [{ id: "r", status: "waiting", waiting_for: ["weather", "approval"], seq: 1 }];
  expect(readFrame(JSON.stringify({ type: "changed", runs, approvals: false, all: false }))).toMatchObject({
    runs: [{ waiting_for: ["approval"] }],
  });
});
