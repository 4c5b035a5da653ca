import { type ReactNode, useEffect, useState } from "react";

import { browserPorts } from "./browser-ports";
import { LiveContext } from "./live-context";
import { LiveStore } from "./store";

/** Opens the page's one live connection for what stands below it. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live] = useState(() => new LiveStore(browserPorts()));
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
