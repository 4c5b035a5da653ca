import { Link } from "@tanstack/react-router";
import { Bot } from "lucide-react";

import type { UsedBy } from "@/features/studio/model/shapes";
import { shelfOf, type Shelf } from "@/features/studio/model/shelf";
import { usedBy as words } from "@/text/studio";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink, type Place } from "@/ui/place";
import { EmptyState } from "@/ui/states";

/** What uses it, and at which version. */
export function UsedByTab({ shelf, items }: { shelf: Shelf; items: readonly UsedBy[] }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={Bot} title={words.none}>
        {words.noneDetail(shelf.words.one)}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={words.list} className="min-h-0 flex-1 overflow-y-auto">
      {items.map((user) => {
        const place = placeOf(user);
        return (
          <li key={user.id} className="flex min-h-(--row-1) items-center gap-3 border-b border-line px-4 phone:px-5">
            {place === undefined ? (
              <ForeignText text={user.name} className="font-medium" />
            ) : (
              <Link {...anyLink(place)} className="truncate rounded-chip font-medium hover:underline">
                <ForeignText text={user.name} />
              </Link>
            )}
            <span className="text-fg-3">{user.version === null ? words.rule : words.version(user.version)}</span>
            <span className="ml-auto">{user.version === null ? null : user.is_live ? <Chip quiet>{words.live}</Chip> : <span className="text-12 text-fg-3">{words.notLive}</span>}</span>
          </li>
        );
      })}
    </ul>
  );
}

function placeOf({ kind, id }: UsedBy): Place | undefined {
  const shelf = shelfOf(kind);
  return shelf && (shelf.single ? { to: shelf.page } : { to: `${shelf.page}/$id`, params: { id } });
}
