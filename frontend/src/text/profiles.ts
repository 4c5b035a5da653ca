/** Words of the editor of profiles. */

import { plural } from "@/text/plural";

export const profiles = {
  specialization: "Specialization",
  specializationHelp: "What it is good at, in a few words.",
  skills: "Skills",
  skillCount: (count: number) => plural(count, "skill", "skills"),
  instructions: "Instructions",
  instructionsHelp: "How it should work. The agent reads them before every message.",
} as const;
