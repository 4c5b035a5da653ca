import { useEffect, useState } from "react";

import { now as serverNow } from "@/ui/now";

const QUICK_MS = 200;
const QUICK_UNTIL_MS = 60_000;

/**
 * Milliseconds since the run was created, while it goes on: five times a second in its first minute, then once a
 * second. Of a run that has ended, how long it took.
 */
export function useRunNow(createdAt: number, endedAt: number | null): number {
  const [now, setNow] = useState(serverNow);
  const quick = now - createdAt < QUICK_UNTIL_MS;
  useEffect(() => {
    if (endedAt !== null) return;
    const timer = setInterval(() => setNow(serverNow()), quick ? QUICK_MS : 1000);
    return () => clearInterval(timer);
  }, [endedAt, quick]);
  return Math.max(0, (endedAt ?? now) - createdAt);
}
