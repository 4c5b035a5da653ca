import clsx from "clsx";

import { toneOfEnd } from "@/features/settings/keys/key-warnings";
import type { ApiKey } from "@/features/settings/rest/shapes";
import { apiKeys as words } from "@/text/settings-keys";
import { useNow } from "@/ui/now";
import { clockWords, exactWords, spanWords } from "@/ui/time-words";

/** Until when a key works. */
export function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const now = useNow("minute");
  const { expires_at: end, revoked_at: revoked } = apiKey;
  const at = revoked ?? end;
  if (at === null) return <span className="text-attention-fg">{words.never}</span>;
  const instant = Date.parse(at);
  const date = clockWords(instant, now);
  const tone = toneOfEnd(apiKey, now);
  const text = revoked !== null ? words.revoked(date) : tone === "over" ? words.expired(date) : tone === "soon" ? words.inDays(spanWords(instant - now), date) : date;
  return (
    <time dateTime={at} data-hint={exactWords(instant)} className={clsx(tone === "soon" && "text-approval-fg")}>
      {text}
    </time>
  );
}
