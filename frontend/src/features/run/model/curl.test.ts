// @vitest-environment node
import { execFileSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { curlOf, curlOfStart } from "@/features/run/model/curl";

const ORIGIN = "http://baton.test";

/** What a shell makes of a line: the words that curl would get. */
function wordsOf(line: string): string[] {
  const text = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; BATON_API_KEY=k; ${line}`], { encoding: "utf8" });
  return text.split("\0").slice(0, -1);
}

describe("a run as a line for a shell", () => {
  it("is read with the key of the environment", () => {
    expect(wordsOf(curlOf(ORIGIN, "0190"))).toEqual(["-H", "Authorization: Bearer k", "http://baton.test/api/v1/runs/0190"]);
  });

  it.each(["Refund EUR 40", "It's torn; $(rm -rf ~) `id` \"x\" \\", "two\nlines", "', '"])("is started again with the same words, which nothing in the shell runs: %j", (input) => {
    const words = wordsOf(curlOfStart(ORIGIN, { agent: "refund-desk" }, input));

    expect(words).toEqual([
      "-H",
      "Authorization: Bearer k",
      "-H",
      "Content-Type: application/json",
      "-d",
      JSON.stringify({ agent: "refund-desk", input }),
      "http://baton.test/api/v1/runs",
    ]);
  });
});
