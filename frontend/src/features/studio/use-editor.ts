import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";

import { can } from "@/api/boot";
import { ApiError } from "@/api/errors";
import * as rest from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import { conflictOf, type Conflict } from "@/features/studio/model/conflict";
import type { Checked, Content, Detail, DraftShown, Problem } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";
import { startOf } from "@/features/studio/model/start";
import { bodyOf, isChecking, isUnsaved, NOTHING, work as workAfter, type Work } from "@/features/studio/model/work";
import { useCheck } from "@/features/studio/use-check";
import { studio as words } from "@/text/studio";
import { useMedia, widths } from "@/ui/use-media";

/** What an editor works with: what is there, what is being changed, and what can be done. */
export interface Editor<D extends Detail = Detail> {
  readonly shelf: Shelf;
  readonly id: string;
  readonly detail: D;
  readonly work: Work;
  readonly content: Content;
  readonly problems: readonly Problem[];
  /** Why nothing can be changed here, in words. */
  readonly readOnly: string | undefined;
  readonly unsaved: boolean;
  readonly checking: boolean;
  readonly saving: boolean;
  /** Why the last save failed. */
  readonly error: Error | null;
  readonly conflict: Conflict | null;
  /** The newest answer of the check: some kinds say more in it. */
  readonly answer: Checked | null;
  /** From the form: the whole content, or one field of it; undefined takes the field away. */
  readonly change: (content: Content) => void;
  readonly set: (field: string, value: unknown) => void;
  /** From the text. */
  readonly write: (text: string) => void;
  /** Stores the draft; the revision that is stored, or undefined where that failed. */
  readonly save: () => Promise<number | undefined>;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly closeConflict: () => void;
  /** Reads it anew; what is not saved stays, and saving it says what came between. */
  readonly refresh: () => Promise<void>;
  /** Reads it anew and begins with what is stored: what is not saved is gone. */
  readonly restart: () => Promise<void>;
}

/** The state of one editor; `detail` is what was read. */
export function useEditor<D extends Detail>(shelf: Shelf, id: string, detail: D): Editor<D> {
  const queries = useQueryClient();
  const phone = useMedia(widths.phone);
  const [work, dispatch] = useReducer(workAfter, detail, (from) => workAfter(NOTHING, { do: "start", from: startOf(from) }));
  const [answer, setAnswer] = useState<Checked | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const newest = useRef(work);
  useEffect(() => {
    newest.current = work;
  });
  const readOnly = reasonNot(shelf, detail, phone);

  // What somebody else saved comes into view as long as nothing here would be lost.
  useEffect(() => dispatch({ do: "seen", from: startOf(detail) }), [detail]);
  useCheck(shelf, id, work, (edit, checked) => {
    setAnswer(checked);
    dispatch({ do: "checked", edit, answer: checked });
  });

  const remember = useCallback(
    async (draft: DraftShown) => {
      await queries.cancelQueries({ queryKey: studioKeys.one(shelf, id) });
      queries.setQueryData<Detail>(studioKeys.one(shelf, id), (now) => (now === undefined ? now : { ...now, draft }));
      void queries.invalidateQueries({ queryKey: studioKeys.list(shelf) });
    },
    [queries, shelf, id],
  );
  const saving = useMutation({
    mutationFn: async ({ now, seen, base }: { now: Work; seen: number; base: number | null }) => ({
      edit: now.edit,
      draft: await rest.saveDraft(shelf, id, bodyOf(now), seen, base),
    }),
    async onSuccess({ edit, draft }) {
      setConflict(null);
      dispatch({ do: "saved", edit, draft });
      await remember(draft);
    },
    async onError(error, { now }) {
      if (!isStale(error)) return;
      const mine = await rest.check(shelf, id, bodyOf(now)).then(({ text }) => text, () => now.text);
      const stored = await rest.readDetail(shelf, id).catch(() => null);
      setConflict(conflictOf(error, mine, stored));
    },
  });
  const { mutateAsync } = saving;
  const saveOver = useCallback(
    async (seen: number, base: number | null) => {
      try {
        return (await mutateAsync({ now: newest.current, seen, base })).draft.revision;
      } catch {
        return undefined; // It is said where the draft's state stands.
      }
    },
    [mutateAsync],
  );
  const read = useCallback(async () => {
    const queryKey = studioKeys.one(shelf, id);
    await queries.cancelQueries({ queryKey });
    const fresh = await rest.readDetail(shelf, id);
    queries.setQueryData(queryKey, fresh);
    return fresh;
  }, [queries, shelf, id]);
  const refresh = useCallback(async () => {
    dispatch({ do: "seen", from: startOf(await read()) });
    void queries.invalidateQueries({ queryKey: studioKeys.all });
  }, [queries, read]);
  const restart = useCallback(async () => {
    const fresh = await read();
    setConflict(null);
    dispatch({ do: "start", from: startOf(fresh) });
    void queries.invalidateQueries({ queryKey: studioKeys.all });
  }, [queries, read]);

  return {
    shelf,
    id,
    detail,
    work,
    content: work.content,
    problems: work.problems,
    readOnly,
    unsaved: isUnsaved(work),
    checking: isChecking(work),
    saving: saving.isPending,
    error: saving.error !== null && !isStale(saving.error) ? saving.error : null,
    conflict,
    answer,
    change: useCallback((content) => dispatch({ do: "form", content }), []),
    set: useCallback((field, value) => dispatch({ do: "field", field, value }), []),
    write: useCallback((text) => dispatch({ do: "text", text }), []),
    save: useCallback(() => saveOver(newest.current.revision, newest.current.base), [saveOver]),
    // Another version may be live by now: what is around the draft is read anew, too.
    keepMine: () => void saveOver(conflict?.revision ?? 0, conflict?.base ?? null).then((saved) => (saved === undefined ? undefined : refresh())),
    takeTheirs: () => void restart(),
    closeConflict: useCallback(() => setConflict(null), []),
    refresh,
    restart,
  };
}

function reasonNot(shelf: Shelf, detail: Detail, phone: boolean): string | undefined {
  if (!can(shelf.edit)) return shelf.words.deniedEdit;
  if (detail.archived_at !== null) return words.isArchived;
  return phone ? words.onPhone : undefined;
}

function isStale(error: Error): boolean {
  return error instanceof ApiError && error.status === 412;
}
