/** Light, dark, or as the system has it. */

import { stored } from "@/ui/stored";

export type Theme = "system" | "light" | "dark";

export const theme = stored<Theme>(
  "theme",
  (found) => (found === "light" || found === "dark" ? found : "system"),
  (value) => value,
);

/** Follows the choice, here and in other tabs of this browser. */
export function followTheme(): () => void {
  const apply = () => {
    const value = theme.get();
    if (value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  };
  apply();
  return theme.watch(apply);
}
