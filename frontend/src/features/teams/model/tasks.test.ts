// @vitest-environment node
import { describe, expect, it } from "vitest";

import { changed, moved, rowsIn, rowsOf, sectionWith } from "@/features/teams/model/rows";
import { needToggled, newTask, renamed, without } from "@/features/teams/model/tasks";

const tasks = [{ key: "read" }, { key: "write", depends_on: ["read"] }, { key: "send", depends_on: ["read", "write"] }];

describe("stored tasks", () => {
  it("get a key that none has", () => {
    expect(newTask([]).key).toBe("task-1");
    expect(newTask([{ key: "task-2" }]).key).toBe("task-3");
  });

  it("keep what waits for them when they are renamed", () => {
    expect(renamed(tasks, 0, "look")).toEqual([
      { key: "look" },
      { key: "write", depends_on: ["look"] },
      { key: "send", depends_on: ["look", "write"] },
    ]);
    expect(renamed([{ key: "a" }, { key: "a" }, { key: "b", depends_on: ["a"] }], 1, "c")[2]).toEqual({ key: "b", depends_on: ["a"] });
  });

  it("leave nothing waiting for them when they are removed", () => {
    expect(without(tasks, 0)).toEqual([{ key: "write" }, { key: "send", depends_on: ["write"] }]);
  });

  it("wait for one more or one less", () => {
    expect(needToggled({ key: "a" }, "b")).toEqual(["b"]);
    expect(needToggled({ key: "a", depends_on: ["b"] }, "b")).toBeUndefined();
  });
});

describe("rows of the content", () => {
  it("are read with care and written without a trace of none", () => {
    expect(rowsOf([{ name: "a" }, 3])).toEqual([{ name: "a" }, {}]);
    expect(rowsIn([])).toBeUndefined();
  });

  it("change and move", () => {
    expect(changed([{ name: "a", min: 1 }], 0, "min", undefined)).toEqual([{ name: "a" }]);
    expect(moved(tasks, 0, 2).map(({ key }) => key)).toEqual(["write", "send", "read"]);
    expect(moved(tasks, 0, 3)).toEqual(tasks);
    expect(sectionWith({ rule: "any" }, "rule", undefined)).toBeUndefined();
  });
});
