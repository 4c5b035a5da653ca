import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/errors";
import { keys } from "@/api/query";
import { useCommands } from "@/commands/use-commands";
import { publish } from "@/features/studio/api";
import { DiffView } from "@/features/studio/diff-view";
import type { Problem } from "@/features/studio/model/shapes";
import { nextVersion } from "@/features/studio/model/start";
import type { Editor } from "@/features/studio/use-editor";
import { groups } from "@/text/shell";
import { changes, publishing as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Dialog, DialogBody } from "@/ui/dialog";
import { ErrorWords } from "@/ui/error-words";
import { Checkbox, Field, TextArea } from "@/ui/field";
import { ForeignText } from "@/ui/foreign-text";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

interface PublishDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Makes the draft the next version: what changes, why, and what takes it at once. */
export function PublishDialog({ editor, onClose }: PublishDialogProps) {
  const { shelf, id, detail } = editor;
  const queries = useQueryClient();
  const [notes, setNotes] = useState("");
  const [updates, setUpdates] = useState(true);
  const version = nextVersion(detail);
  const name = visible(shelf.single ? shelf.words.title : detail.name);
  const agents = detail.used_by.filter((user) => user.kind === "agent").map((user) => visible(user.name));

  const publishing = useMutation({
    async mutationFn() {
      const revision = editor.unsaved || detail.draft === null ? await editor.save() : editor.work.revision;
      return revision === undefined ? null : publish(shelf, id, notes.trim(), shelf.updatesAgents && updates && agents.length > 0, revision);
    },
    async onSuccess(published) {
      onClose();
      if (published === null) return; // Why it could not be saved stands in the head, or asks.
      await editor.refresh();
      void queries.invalidateQueries({ queryKey: keys.agents });
      void queries.invalidateQueries({ queryKey: ["names"] });
      const updated = published.updated_agents.map((agent) => visible(agent.name));
      toasts.show({
        text: words.done(name, published.version),
        detail: updated.length > 0 ? words.doneAgents(updated) : undefined,
        kind: "succeeded",
      });
    },
    onError(error) {
      // What is stored now comes into view beside the message.
      if (error instanceof ApiError && error.status === 412) void editor.refresh();
    },
  });
  const submit = () => {
    if (!publishing.isPending) publishing.mutate();
  };
  useCommands([{ id: "studio.publish.submit", name: words.submit(version), keys: "Mod+Enter", group: groups.studio, hidden: true, inFields: true, run: submit }], {
    modal: true,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title(name, version)}
      width="wide"
      footer={
        <>
          <Button variant="primary" keys="Mod+Enter" aria-disabled={publishing.isPending} onClick={submit}>
            {publishing.isPending ? words.submitting : words.submit(version)}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          <span className="min-w-0 text-12 text-fg-3">{shelf.kind === "policy" ? words.policyNow : words.newRuns}</span>
        </>
      }
    >
      <DialogBody className="flex flex-col gap-3">
        <Field label={words.notes} help={words.notesHelp}>
          {(ids) => <TextArea {...ids} autoFocus value={notes} maxLength={2000} onChange={(event) => setNotes(event.target.value)} />}
        </Field>
        {shelf.updatesAgents && agents.length > 0 && (
          <div className="flex flex-col gap-0.5">
            <Checkbox label={words.updateAgents} checked={updates} onChange={(event) => setUpdates(event.target.checked)} />
            <p className="pl-6 text-12 text-fg-3">{words.updateAgentsHelp(agents)}</p>
          </div>
        )}
        {shelf.updatesAgents && agents.length === 0 && <p className="text-12 text-fg-3">{words.noAgents}</p>}
        {publishing.error !== null && <Refused error={publishing.error} />}
        <DiffView
          before={detail.text ?? ""}
          after={editor.work.text}
          beforeName={detail.version === null ? changes.nothingBefore : changes.live(detail.version)}
          afterName={changes.draft}
        />
      </DialogBody>
    </Dialog>
  );
}

function Refused({ error }: { error: Error }) {
  const problems = error instanceof ApiError ? ((error.details.problems ?? []) as readonly Problem[]) : [];
  return (
    <div role="alert" className="rounded-card bg-failed-bg px-3 py-2.5">
      <p className="text-failed-fg">
        <ErrorWords error={error} before={words.failed} />
      </p>
      <ul>
        {problems.map((problem, index) => (
          <li key={index} className="text-fg-2">
            <ForeignText block text={problem.message} />
          </li>
        ))}
      </ul>
    </div>
  );
}
