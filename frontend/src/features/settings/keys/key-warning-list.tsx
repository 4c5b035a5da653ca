import { warningOf } from "@/features/settings/keys/key-warnings";
import type { ApiKey } from "@/features/settings/rest/shapes";
import { apiKeys as words } from "@/text/settings-keys";
import { Button } from "@/ui/button";
import { StatusShape } from "@/ui/status-shape";

interface KeyWarningsProps {
  keys: readonly ApiKey[];
  now: number;
  onEnd: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

const SHOWN = 3;

/** Above the list: keys that somebody should look at, with what can be done. */
export function KeyWarnings({ keys, now, onEnd, onRevoke }: KeyWarningsProps) {
  const found = keys.flatMap((key) => {
    const warning = warningOf(key, now);
    return warning === undefined ? [] : [{ key, warning }];
  });
  if (found.length === 0) return null;
  return (
    <ul className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-3 phone:px-5">
      {found.slice(0, SHOWN).map(({ key, warning }) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-attention-bg px-3 py-2">
          <span className="flex min-w-0 flex-1 basis-72 items-start gap-2.5">
            <StatusShape tone="attention" size={16} className="mt-0.5 shrink-0 text-attention-fg" />
            <span className="min-w-0 wrap-anywhere">
              <b>{warning}.</b> {words.warnings.may(key.scopes.join(", "))}
            </span>
          </span>
          <span className="flex gap-2">
            {key.expires_at === null && (
              <Button size="small" onClick={() => onEnd(key)}>
                {words.setEnd}
              </Button>
            )}
            <Button size="small" variant="danger" onClick={() => onRevoke(key)}>
              {words.revoke}
            </Button>
          </span>
        </li>
      ))}
      {found.length > SHOWN && <li className="text-fg-3">{words.moreWarnings(found.length - SHOWN)}</li>}
    </ul>
  );
}
