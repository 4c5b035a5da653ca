// @vitest-environment node
import { expect, it } from "vitest";

import { foundAgents } from "@/features/teams/model/find-agents";
import type { AgentAround } from "@/features/teams/use-agents-around";

const agents = [
  { name: "refund-desk", specialization: "Refunds", tags: ["support"] },
  { name: "writer", specialization: "Letters", tags: [] },
] as unknown as readonly AgentAround[];

it.each([
  ["", [], ["refund-desk", "writer"]],
  ["REFUNDS", [], ["refund-desk"]],
  ["support desk", [], ["refund-desk"]],
  ["letters", ["writer"], []],
])("%j beside %j finds %j", (text, members, names) => {
  expect(foundAgents(agents, members, text).map(({ name }) => name)).toEqual(names);
});
