/** Words of the settings: their frame, and what their parts have in common. */

import { listed, number, plural } from "@/text/plural";

export const settings = {
  title: "Settings",
  sections: "Parts of the settings",
  goTo: (part: string) => `Go to ${part}`,
  groups: { outward: "Models and services", inward: "Access and transfer" },
  names: {
    connections: "Model connections",
    servers: "MCP servers",
    credentials: "Credentials",
    variables: "Variables",
    prices: "Prices",
    keys: "API keys",
    transfer: "Import and export",
  },
  failed: (what: string) => `${what} could not be loaded`,
  save: "Save",
  saving: "Saving",
  saved: (name: string) => `${name} is saved`,
  made: (name: string) => `${name} is made`,
  deleted: (name: string) => `${name} is deleted`,
  cancel: "Cancel",
  edit: "Change…",
  remove: "Delete…",
  acts: (name: string) => `Acts on ${name}`,
  usedBy: "Used by",
  unused: "nothing",
  users: (names: readonly string[]) => listed(names),
  count: (count: number) => number(count),
  agents: (count: number) => plural(count, "agent", "agents"),
  actsColumn: "Acts",
  loading: "Loading",
  notSaved: "It could not be saved",
  notDeleted: "It could not be deleted",
  keep: "Keep it",
  newShort: "new",
} as const;

export const unsaved = {
  ask: "Close and lose what you typed?",
  discard: "Lose it",
  keep: "Go on writing",
} as const;

export const forbidden = {
  read: (what: string) => `${what} are not shown to you`,
  you: (role: string, who: string) => `You are ${/^[AEIO]/.test(role) ? "an" : "a"} ${role}. ${who}`,
  who: (who: string) => who,
  readOnly: "You can read this and not change it.",
  build: "Builders, Admins and the Owner may.",
  secrets: "Admins and the Owner may.",
  publish: "Who may edit and publish everything in it may import: Builders, Admins and the Owner.",
} as const;

export const conflict = {
  title: (name: string) => `Somebody else changed ${name} meanwhile`,
  theirs: "As it is stored now",
  yours: "As you wrote it",
  same: "Both say the same; only the version is another.",
  keepChosen: "Save what is chosen",
  takeTheirs: "Take what is stored",
  detail: "Nothing you typed is lost. Choose what should stand.",
  empty: "empty",
  secret: "a new value",
  secretStored: "the stored value",
} as const;

export const refused = {
  field: "Look at the marked field.",
  gone: "It is not there any more. Somebody deleted it.",
  inUse: (names: string) => `It is in use by ${names}. Take it out there first.`,
} as const;
