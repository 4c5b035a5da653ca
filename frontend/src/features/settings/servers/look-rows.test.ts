// @vitest-environment node
import { expect, it } from "vitest";

import type { McpTool } from "@/features/settings/rest/shapes";
import { nameFault, NOTHING, picked, withSelected } from "@/features/settings/servers/look-rows";
import { look as words } from "@/text/settings-servers";

function offered(tool: string, changes: Partial<McpTool> = {}): McpTool {
  return {
    tool,
    title: "",
    description: "",
    input_schema: {},
    output_schema: null,
    annotations: {},
    definition_digest: `digest of ${tool}`,
    notes: [],
    name: `docs_${tool}`,
    exists: false,
    effect: "at_most_once",
    risk: "high",
    imported: [],
    ...changes,
  };
}

const tools = [offered("search"), offered("drop", { exists: true })];

it("what is chosen is sent with what was looked at", () => {
  const choice = withSelected({ ...NOTHING, names: { search: "find" } }, "search", true);

  expect(picked(tools, choice)).toEqual([{ tool: "search", name: "find", definition_digest: "digest of search" }]);
  expect(picked(tools, withSelected(choice, "search", false))).toEqual([]);
});

it.each([
  [{}, "drop", words.exists],
  [{ drop: "a b" }, "drop", words.badName],
  [{ drop: "docs_search" }, "drop", words.twice],
  [{ drop: "other" }, "drop", undefined],
])("the names %o have the fault that is told", (names, tool, fault) => {
  const choice = { selected: new Set(["search", "drop"]), names };

  expect(nameFault(tools.find((each) => each.tool === tool) as McpTool, tools, choice)).toBe(fault);
});

it("a tool that was not chosen has no fault", () => {
  expect(nameFault(tools[1] as McpTool, tools, NOTHING)).toBeUndefined();
});
