import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, RotateCcw } from "lucide-react";
import { Link } from "@tanstack/react-router";

import { can } from "@/api/boot";
import { ApiError } from "@/api/errors";
import { readVersion } from "@/features/studio/api";
import { CodePane } from "@/features/studio/code-pane";
import { DiffView } from "@/features/studio/diff-view";
import { studioKeys } from "@/features/studio/keys";
import type { Editor } from "@/features/studio/use-editor";
import type { StudioPlace } from "@/features/studio/use-studio-place";
import { act } from "@/text/common";
import { changes, versions as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Copy } from "@/ui/copy";
import { SelectInput } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { ErrorState, LoadingRows } from "@/ui/states";

interface VersionViewProps {
  editor: Editor;
  place: StudioPlace;
  version: number;
  onRollBack: (version: number) => void;
}

/** One version: its text, or beside the one before or what is live. */
export function VersionView({ editor, place, version, onRollBack }: VersionViewProps) {
  const { shelf, detail } = editor;
  const isLive = version === detail.version;
  const compare = place.compare === "" ? (version > 1 ? "before" : "nothing") : place.compare;
  const other = compare === "before" ? version - 1 : compare === "live" ? (detail.version ?? 0) : 0;
  const one = useVersion(editor, version);
  const against = useVersion(editor, other);
  const mayRollBack = !isLive && detail.archived_at === null && can(shelf.publish);
  if (one.data === undefined) {
    return one.error instanceof ApiError ? (
      <ErrorState title={words.failed} failure={one.error} onRetry={() => void one.refetch()} />
    ) : (
      <LoadingRows rows={8} />
    );
  }
  const text = one.data.text;
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 phone:px-5">
        <Link
          {...anyLink(place.placeOf("versions"))}
          aria-label={act.back}
          className="-ml-2 grid size-11 place-items-center rounded-control text-fg-2 split:hidden"
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h2 className="font-semibold">{words.version(version)}</h2>
        <label className="ml-auto flex items-center gap-2 text-12 whitespace-nowrap text-fg-3">
          {words.compare}
          <SelectInput
            value={compare}
            className="w-auto"
            onChange={(event) => place.goTo("versions", version, event.target.value)}
          >
            {version > 1 && <option value="before">{words.compareBefore}</option>}
            {!isLive && detail.version !== null && <option value="live">{words.compareLive}</option>}
            <option value="nothing">{words.compareNothing}</option>
          </SelectInput>
        </label>
        <Copy text={text} what={words.copy} />
        {mayRollBack && (
          <Button size="small" icon={RotateCcw} onClick={() => onRollBack(version)}>
            {words.rollBack(version)}
          </Button>
        )}
      </div>
      {one.data.notes !== "" && (
        <p className="shrink-0 border-b border-line px-4 py-2 text-fg-2 phone:px-5">
          <ForeignText block text={one.data.notes} />
        </p>
      )}
      {other === 0 ? (
        <CodePane text={text} label={words.version(version)} />
      ) : against.data === undefined ? (
        against.error instanceof ApiError ? (
          <ErrorState title={words.failed} failure={against.error} onRetry={() => void against.refetch()} />
        ) : (
          <LoadingRows rows={8} />
        )
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 phone:px-5">
          <DiffView
            before={against.data.text}
            after={text}
            beforeName={other === detail.version ? changes.live(other) : changes.version(other)}
            afterName={isLive ? changes.live(version) : changes.version(version)}
          />
        </div>
      )}
    </>
  );
}

function useVersion({ shelf: of, id: its }: Editor, number: number) {
  return useQuery({
    queryKey: studioKeys.version(of, its, number),
    queryFn: ({ signal }) => readVersion(of, its, number, signal),
    // A version never changes.
    staleTime: Infinity,
    enabled: number > 0,
  });
}
