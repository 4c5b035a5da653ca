/** Whether the navigation is folded to a rail: the person's choice where there is room, else the room decides. */

import { useState } from "react";

import { stored, useStored } from "@/ui/stored";
import { useMedia, widths } from "@/ui/use-media";

const folded = stored<boolean>(
  "navigation",
  (found) => found === "folded",
  (value) => (value ? "folded" : "open"),
);

export interface NavigationState {
  rail: boolean;
  toggle: () => void;
}

/** The state now and what the key `[` does. */
export function useNavigationState(): NavigationState {
  const chosen = useStored(folded);
  const narrow = useMedia(widths.rail);
  const [openedHere, setOpenedHere] = useState(false);
  if (narrow) return { rail: !openedHere, toggle: () => setOpenedHere((open) => !open) };
  return { rail: chosen, toggle: () => folded.set(!chosen) };
}
