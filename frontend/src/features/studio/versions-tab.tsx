import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { History } from "lucide-react";

import { readVersions } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { VersionShown } from "@/features/studio/model/shapes";
import type { Editor } from "@/features/studio/use-editor";
import type { StudioPlace } from "@/features/studio/use-studio-place";
import { VersionView } from "@/features/studio/version-view";
import { ApiError } from "@/api/errors";
import { TwoPane } from "@/shell/page";
import { shelfList, versions as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { EmptyState, ErrorState, LoadingRows } from "@/ui/states";
import { Clock } from "@/ui/time";

interface VersionsTabProps {
  editor: Editor;
  place: StudioPlace;
  onRollBack: (version: number) => void;
}

/** What was published, by whom and why; one of them beside what came before or what is live. */
export function VersionsTab({ editor, place, onRollBack }: VersionsTabProps) {
  const { shelf, id, detail } = editor;
  const list = useInfiniteQuery({
    queryKey: studioKeys.versions(shelf, id),
    queryFn: ({ pageParam, signal }) => readVersions(shelf, id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  if (list.data === undefined) {
    return list.error instanceof ApiError ? (
      <ErrorState title={words.failed} failure={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <LoadingRows rows={5} lines={2} />
    );
  }
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState icon={History} title={words.none}>
        {words.noneDetail}
      </EmptyState>
    );
  }
  const shown = place.version ?? detail.version ?? items[0]?.number ?? 1;
  return (
    <TwoPane
      id="studio-versions"
      label={words.panel}
      initial={320}
      showsDetail={place.version !== null}
      list={
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ol aria-label={words.list}>
            {items.map((version) => (
              <li key={version.number}>
                <Row version={version} place={place} current={version.number === shown} />
              </li>
            ))}
          </ol>
          {list.hasNextPage && (
            <Button variant="ghost" className="m-2" onClick={() => void list.fetchNextPage()}>
              {shelfList.more}
            </Button>
          )}
        </div>
      }
      detail={<VersionView key={shown} editor={editor} place={place} version={shown} onRollBack={onRollBack} />}
    />
  );
}

function Row({ version, place, current }: { version: VersionShown; place: StudioPlace; current: boolean }) {
  return (
    <Link
      {...anyLink(place.placeOf("versions", version.number, place.compare))}
      aria-current={current ? "true" : undefined}
      className={clsx(
        "flex min-h-(--row-2) flex-col justify-center gap-0.5 border-b border-l-[3px] border-b-line py-2 pr-4 pl-[17px] focus-visible:-outline-offset-2",
        current ? "border-l-accent bg-selected" : "border-l-transparent hover:bg-hover",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="font-medium">{words.version(version.number)}</span>
        {version.is_live && <Chip quiet>{words.live}</Chip>}
        {version.withdrawn_at != null && <Chip tone="attention">{words.withdrawn}</Chip>}
        <Clock at={version.created_at} inRow className="ml-auto text-12 text-fg-3" />
      </span>
      <span className="truncate text-12 text-fg-2" data-cut="">
        {version.notes === "" ? <span className="text-fg-3">{words.noNotes}</span> : <ForeignText text={version.notes} strictness="prose" />}
      </span>
      <span className="truncate text-12 text-fg-3">
        {version.created_by === null ? words.byBaton : <ForeignText text={words.by(version.created_by.name)} />}
      </span>
    </Link>
  );
}
