import { expect, it } from "vitest";

import { ledTo } from "./led-to";
import { sampleCall, sampleRun, sampleStep } from "./samples";

const run = sampleRun({
  steps: [
    sampleStep({ id: "s1", text: "I look it up." }),
    sampleStep({ id: "s2", text: "Delivered, so I propose a refund." }),
    sampleStep({ id: "s3", text: "Done." }),
  ],
  calls: [
    sampleCall({ id: "c1", step: "s1", tool: "find_order", content: '{"total": "240.00"}' }),
    sampleCall({ id: "c2", step: "s2", tool: "issue_refund", content: "refunded" }),
  ],
});

it("tells what was said before the call, each by its speaker", () => {
  expect(ledTo(run, "c2").map(({ speaker, text }) => [speaker.kind, speaker.name, text])).toEqual([
    ["person", "Ana Ruiz", "The parka has a torn seam."],
    ["agent", "refund-desk", "I look it up."],
    ["tool", "find_order", '{"total": "240.00"}'],
    ["agent", "refund-desk", "Delivered, so I propose a refund."],
  ]);
});

it("keeps what was asked and the newest of a long run", () => {
  const steps = Array.from({ length: 9 }, (_, index) => sampleStep({ id: `s${index}`, text: `step ${index}` }));
  const long = sampleRun({ steps, calls: [sampleCall({ id: "c", step: "s8" })] });

  expect(ledTo(long, "c").map(({ text }) => text)).toEqual(["The parka has a torn seam.", "step 6", "step 7", "step 8"]);
});

it("leaves out who said nothing", () => {
  const silent = sampleRun({ steps: [sampleStep({ id: "s1", text: " " })], calls: [sampleCall({ step: "s1" })] });

  expect(ledTo(silent, "call-1")).toHaveLength(1);
});
