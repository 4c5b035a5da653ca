/** Words of the editor of agents. */

export const agents = {
  description: "Description",
  profile: "Profile",
  connection: "Connection",
  model: "Model",
  tools: "Tools",
  start: "Start a run",
  notLive: "Publish it first: runs use the live version.",
} as const;
