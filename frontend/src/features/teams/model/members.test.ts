// @vitest-environment node
import { describe, expect, it } from "vitest";

import { membersIn, membersOf, namesWith, ROLES, toggled } from "@/features/teams/model/members";

describe("members", () => {
  it("are read as names or with their roles", () => {
    expect(membersOf({ members: ["a", { agent: "b", roles: ["review", "execute"] }, { agent: "c", roles: [] }] })).toEqual([
      { agent: "a", roles: ROLES },
      { agent: "b", roles: ["execute", "review"] },
      { agent: "c", roles: ROLES },
    ]);
    expect(membersOf({ members: "a" })).toEqual([]);
  });

  it("are written as short as they can be", () => {
    expect(membersIn([])).toBeUndefined();
    expect(membersIn([{ agent: "a", roles: ROLES }, { agent: "b", roles: ["review"] }])).toEqual(["a", { agent: "b", roles: ["review"] }]);
  });

  it("get and lose roles, but never the last one", () => {
    expect(toggled({ agent: "a", roles: ROLES }, "plan").roles).toEqual(["execute", "review", "compose"]);
    expect(toggled({ agent: "a", roles: ["review"] }, "execute").roles).toEqual(["execute", "review"]);
    expect(toggled({ agent: "a", roles: ["review"] }, "review").roles).toEqual(["review"]);
  });

  it("are found by role", () => {
    expect(namesWith(membersOf({ members: ["a", { agent: "b", roles: ["review"] }] }), "execute")).toEqual(["a"]);
  });
});
