import { createContext, useContext } from "react";

import type { Live } from "./store";

/** What is live on this page. A test may give its own. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("There is no LiveContext around this component.");
  return live;
}
