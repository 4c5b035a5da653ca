import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/errors";
import { keys } from "@/api/query";
import { readVersion, restore } from "@/features/studio/api";
import { DiffView } from "@/features/studio/diff-view";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import { studioKeys } from "@/features/studio/keys";
import { nextVersion } from "@/features/studio/model/start";
import type { Editor } from "@/features/studio/use-editor";
import { changes, publishing, versions as words } from "@/text/studio";
import { Field, TextArea } from "@/ui/field";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

interface RollBackDialogProps {
  editor: Editor;
  version: number;
  onClose: () => void;
}

/** Publishes the content of an earlier version as the next one. */
export function RollBackDialog({ editor, version, onClose }: RollBackDialogProps) {
  const { shelf, id, detail } = editor;
  const queries = useQueryClient();
  const [notes, setNotes] = useState(() => words.rollBackNotes(version));
  const wanted = useQuery({
    queryKey: studioKeys.version(shelf, id, version),
    queryFn: ({ signal }) => readVersion(shelf, id, version, signal),
    staleTime: Infinity,
  });
  const rollBack = async () => {
    const published = await restore(shelf, id, version, notes.trim(), detail.version ?? 0).catch((error: unknown) => {
      // What is live now comes into view beside the message.
      if (error instanceof ApiError && error.status === 412) void editor.refresh();
      throw error;
    });
    await editor.refresh();
    void queries.invalidateQueries({ queryKey: keys.agents });
    const name = visible(shelf.single ? shelf.words.title : detail.name);
    toasts.show({ text: words.rolledBack(name, published.version), kind: "succeeded" });
  };
  return (
    <AskDialog title={words.rollBackTitle(version)} submit={words.rollBackDo(nextVersion(detail))} width="wide" onSubmit={rollBack} onClose={onClose}>
      <p className="text-fg-2">{words.rollBackDetail(nextVersion(detail), version)}</p>
      <Field label={publishing.notes} help={publishing.notesHelp}>
        {(ids) => <TextArea {...ids} autoFocus value={notes} maxLength={2000} onChange={(event) => setNotes(event.target.value)} />}
      </Field>
      {wanted.data !== undefined && (
        <DiffView before={detail.text ?? ""} after={wanted.data.text} beforeName={changes.live(detail.version ?? 0)} afterName={changes.version(version)} />
      )}
    </AskDialog>
  );
}
