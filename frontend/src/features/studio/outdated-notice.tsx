import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowUpFromLine } from "lucide-react";

import { keys } from "@/api/query";
import { can } from "@/api/boot";
import { publish, saveDraft } from "@/features/studio/api";
import type { Content } from "@/features/studio/model/shapes";
import type { Editor } from "@/features/studio/use-editor";
import { outdated as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { ErrorWords } from "@/ui/error-words";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

/** Its live version pins a profile, tools or members that have a newer one: one press publishes the same with the newest. */
export function OutdatedNotice({ editor }: { editor: Editor }) {
  const { shelf, id, detail, unsaved } = editor;
  const queries = useQueryClient();
  const names = detail.outdated.map((pin) => visible(pin.name));
  const taking = useMutation({
    async mutationFn(content: Content) {
      const draft = await saveDraft(shelf, id, { content }, 0, detail.version);
      return publish(shelf, id, words.takeNewestNotes(names), false, draft.revision);
    },
    async onSuccess({ version }) {
      await editor.refresh();
      void queries.invalidateQueries({ queryKey: keys.agents });
      toasts.show({ text: words.tookNewest(version), kind: "succeeded" });
    },
    // The draft may be there already: it comes into view beside the message.
    onError: () => void editor.refresh(),
  });
  const { content } = detail;
  if (detail.outdated.length === 0 || content === null || detail.archived_at !== null) return null;
  const hasDraft = detail.draft !== null || unsaved;
  return (
    <div className="mx-5 my-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-approval-bg px-3 py-2.5">
      <ArrowUpFromLine size={16} aria-hidden="true" className="shrink-0 text-approval-fg" />
      <p className="min-w-0 flex-1">
        {words.title} {detail.outdated.map((pin) => words.one(visible(pin.name), pin.uses, pin.newest)).join("; ")}.
        {hasDraft && ` ${words.withDraft}`}
        {taking.error !== null && (
          <span role="alert" className="block text-danger">
            <ErrorWords error={taking.error} before={words.takeFailed} />
          </span>
        )}
      </p>
      {!hasDraft && can(shelf.publish) && (
        <Button size="small" aria-disabled={taking.isPending} onClick={() => taking.isPending || taking.mutate(content)}>
          {words.takeNewest}
        </Button>
      )}
    </div>
  );
}
