/** Choices of a person about keys. */

import { stored } from "@/ui/stored";

/** Whether single letters act; off for those who speak to their computer (WCAG 2.1.4). */
export const singleKeys = stored<boolean>(
  "single-keys",
  (found) => found !== "off",
  (on) => (on ? "on" : "off"),
);
