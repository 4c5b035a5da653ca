/** The kinds of things a builder edits, where they are, and what one needs to be allowed. */

import { shelves } from "@/text/studio";

export type Kind = "agent" | "orchestration" | "profile" | "tool" | "policy" | "prices";

export interface Shelf {
  readonly kind: Kind;
  /** Its address in the REST interface and, below the project, on screen. */
  readonly path: string;
  readonly page: string;
  /** One for each project: no list, no name, nothing to archive. */
  readonly single: boolean;
  /** Whether teams, agents or rules use it. */
  readonly isPart: boolean;
  /** Whether publishing it can publish the agents that use it, too. */
  readonly updatesAgents: boolean;
  readonly edit: string;
  readonly publish: string;
  readonly words: ShelfWords;
}

export interface ShelfWords {
  /** "Agents", the title of the list. */
  readonly title: string;
  /** "agent", in the middle of a sentence. */
  readonly one: string;
  readonly many: string;
  /** What it is for, where there is none yet. */
  readonly empty: string;
  readonly emptyDetail: string;
  /** Why not, and who may. */
  readonly deniedEdit: string;
  readonly deniedPublish: string;
  readonly nameHelp: string;
}

const build = (kind: "agent" | "profile", path: string): Shelf => ({
  kind,
  path: `/api/v1${path}`,
  page: path,
  single: false,
  isPart: true,
  updatesAgents: kind === "profile",
  edit: "agents:edit",
  publish: "agents:publish",
  words: shelves[kind],
});

export const agentShelf = build("agent", "/agents");
export const profileShelf = build("profile", "/profiles");
/** A team on screen, an orchestration in the interface. */
export const teamShelf: Shelf = {
  kind: "orchestration",
  path: "/api/v1/orchestrations",
  page: "/teams",
  single: false,
  isPart: false,
  updatesAgents: false,
  edit: "agents:edit",
  publish: "agents:publish",
  words: shelves.orchestration,
};
export const toolShelf: Shelf = {
  kind: "tool",
  path: "/api/v1/tools",
  page: "/tools",
  single: false,
  isPart: true,
  updatesAgents: true,
  edit: "tools:edit",
  publish: "tools:edit",
  words: shelves.tool,
};
export const policyShelf: Shelf = {
  kind: "policy",
  path: "/api/v1/policy",
  page: "/policy",
  single: true,
  isPart: false,
  updatesAgents: false,
  edit: "policies:edit",
  publish: "policies:edit",
  words: shelves.policy,
};
export const pricesShelf: Shelf = {
  kind: "prices",
  path: "/api/v1/prices",
  page: "/settings/prices",
  single: true,
  isPart: false,
  updatesAgents: false,
  edit: "agents:edit",
  publish: "agents:publish",
  words: shelves.prices,
};

const byKind: Readonly<Record<string, Shelf>> = {
  agent: agentShelf,
  orchestration: teamShelf,
  profile: profileShelf,
  tool: toolShelf,
  policy: policyShelf,
  prices: pricesShelf,
};

/** The shelf of a kind that an answer names. */
export function shelfOf(kind: string): Shelf | undefined {
  return byKind[kind];
}

/** The address of one thing. */
export function pathOf(shelf: Shelf, id: string): string {
  return shelf.single ? shelf.path : `${shelf.path}/${encodeURIComponent(id)}`;
}
