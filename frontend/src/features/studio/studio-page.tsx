import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";

import { ApiError } from "@/api/errors";
import type { Command } from "@/commands/command";
import { readDetail } from "@/features/studio/api";
import { EditorView } from "@/features/studio/editor-view";
import { studioKeys } from "@/features/studio/keys";
import type { Mode } from "@/features/studio/mode";
import type { Detail } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";
import type { Editor } from "@/features/studio/use-editor";
import { useRetryKey } from "@/features/studio/use-retry-key";
import { Page, TopBar } from "@/shell/page";
import { ViewMissing } from "@/shell/view-states";
import { studio as words } from "@/text/studio";
import { ErrorState, ForbiddenState, LoadingRows } from "@/ui/states";

/** A tab that only this kind has, between Define and Versions. */
export interface OwnTab<D extends Detail> {
  /** Its name in the address: `?tab=try`. */
  readonly id: string;
  readonly name: string;
  /** A key that also leads there, as `Mod+Enter` to trying. */
  readonly keys?: string;
  readonly Panel: ComponentType<{ editor: Editor<D> }>;
}

/** What a kind of thing brings to the studio; the frame is the same for all. */
export interface StudioKind<D extends Detail = Detail> {
  readonly shelf: Shelf;
  /** The form; without it there is the text alone. Its fields name themselves with `field(pointer)` of `fields.tsx`. */
  readonly Form?: ComponentType<{ editor: Editor<D> }>;
  /** The form is a table and takes all the room there is. */
  readonly isWide?: boolean;
  readonly tabs?: readonly OwnTab<D>[];
  /** What the first tab is called; "Define" unless said. */
  readonly defineName?: string;
  /** How it is shown until the person chooses; form and text side by side unless said. */
  readonly mode?: Mode;
  /** Above the form: what is to be known before one edits. */
  readonly Notice?: ComponentType<{ editor: Editor<D> }>;
  /** At the right of the form, where the text is not shown beside it. */
  readonly Side?: ComponentType<{ editor: Editor<D> }>;
  /** Acts of its own; the first is the primary one while there is nothing to save or publish. */
  readonly acts?: (editor: Editor<D>) => readonly Command[];
  /** Tools at the right of the tab bar, before the switch of form and text. */
  readonly tools?: (editor: Editor<D>) => ReactNode;
}

interface StudioPageProps<D extends Detail> {
  kind: StudioKind<D>;
  /** Nothing for a kind of which there is one. */
  id?: string;
}

/** One thing that is edited as a draft and published as versions. */
export function StudioPage<D extends Detail>({ kind, id = "" }: StudioPageProps<D>) {
  const { shelf } = kind;
  const { words: names } = shelf;
  const detail = useQuery({
    queryKey: studioKeys.one(shelf, id),
    queryFn: ({ signal }) => readDetail<D>(shelf, id, signal),
  });
  const retry = () => void detail.refetch();
  useRetryKey(detail.data === undefined && detail.error !== null ? retry : undefined);
  if (detail.data !== undefined) return <EditorView key={id} kind={kind} id={id} detail={detail.data} />;
  const error = detail.error;
  if (error instanceof ApiError && error.status === 404) return <ViewMissing />;
  return (
    <Page>
      <TopBar path={shelf.single ? [] : [{ name: names.title, place: { to: shelf.page } }]} title={shelf.single ? names.title : names.one} />
      {error instanceof ApiError && error.status === 403 ? (
        <ForbiddenState title={words.forbidden(names.one)}>{words.forbiddenDetail}</ForbiddenState>
      ) : error instanceof ApiError ? (
        <ErrorState title={words.failed(names.one)} failure={error} onRetry={retry} />
      ) : (
        <LoadingRows rows={8} />
      )}
    </Page>
  );
}
