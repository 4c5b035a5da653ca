import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Columns2, Copy, GitCompare, Rocket, Save, Trash2 } from "lucide-react";

import { can } from "@/api/boot";
import type { Command } from "@/commands/command";
import { setArchived } from "@/features/studio/api";
import { studioKeys } from "@/features/studio/keys";
import type { ModeChoice } from "@/features/studio/mode";
import type { DialogName } from "@/features/studio/open-dialog";
import type { Editor } from "@/features/studio/use-editor";
import type { StudioPlace } from "@/features/studio/use-studio-place";
import { groups } from "@/text/shell";
import { studio as words } from "@/text/studio";
import { short } from "@/ui/short";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

export interface StudioCommands {
  /** As buttons of the head, in this order. */
  readonly shown: readonly Command[];
  /** Behind the menu. */
  readonly more: readonly Command[];
  /** The id of the next sensible one. */
  readonly primary: string;
  readonly all: readonly Command[];
}

interface Around {
  editor: Editor;
  place: StudioPlace;
  mode: ModeChoice;
  open: (dialog: DialogName) => void;
  own: readonly Command[];
}

/** The acts on what is in the studio. */
export function useStudioCommands({ editor, place, mode, open, own }: Around): StudioCommands {
  const { shelf, detail, unsaved } = editor;
  const name = short(visible(shelf.single ? shelf.words.title : detail.name));
  const group = groups.studio;
  const hasDraft = detail.draft !== null || unsaved;
  const mayEdit = () => can(shelf.edit) || shelf.words.deniedEdit;
  const unarchive = useUnarchive(editor);

  const save: Command = {
    id: "studio.save",
    name: words.saveLong(name),
    short: words.saveShort,
    keys: "Mod+S",
    group,
    icon: Save,
    inFields: true,
    allowed: () => editor.readOnly ?? (unsaved || words.allSaved),
    run: () => {
      if (!editor.saving) void editor.save();
    },
  };
  const publish: Command = {
    id: "studio.publish",
    name: words.publishLong(name),
    short: words.publishShort,
    keys: "P",
    group,
    icon: Rocket,
    allowed: () => whyNotPublish(editor) ?? true,
    run: () => open({ name: "publish" }),
  };
  const changes: Command = {
    id: "studio.changes",
    name: words.changes,
    short: words.changesShort,
    keys: "D",
    group,
    icon: GitCompare,
    allowed: () => hasDraft || words.noDraft,
    run: () => open({ name: "changes" }),
  };
  const cycle: Command = {
    id: "studio.mode",
    name: words.mode,
    short: words.modeShort,
    keys: "Mod+/",
    group,
    icon: Columns2,
    inFields: true,
    hidden: mode.modes.length < 2,
    run: mode.next,
  };
  const discard: Command = {
    id: "studio.discard",
    name: words.discard,
    short: words.discardShort,
    group,
    icon: Trash2,
    allowed: () => (hasDraft && detail.version !== null ? mayEdit() : words.noDraft),
    run: () => open({ name: "discard" }),
  };
  const duplicate: Command = { id: "studio.duplicate", name: words.duplicate, group, icon: Copy, allowed: mayEdit, run: () => open({ name: "duplicate" }) };
  const archive: Command =
    detail.archived_at === null
      ? { id: "studio.archive", name: words.archive, group, icon: Archive, allowed: mayEdit, run: () => open({ name: "archive" }) }
      : { id: "studio.unarchive", name: words.unarchive, group, icon: ArchiveRestore, allowed: mayEdit, run: unarchive };
  const more = [...own.slice(1), ...(shelf.single ? [discard] : [discard, duplicate, archive])];
  const first = own.slice(0, 1);
  const editing = hasDraft || detail.version === null;
  const shown = [...first, ...(hasDraft ? [changes] : []), ...(editing || place.tab === "define" ? [save] : []), publish];
  const primary = unsaved ? save.id : editing || first[0] === undefined ? publish.id : first[0].id;
  return { shown, more, primary, all: [...own, changes, save, publish, cycle, ...(shelf.single ? [discard] : [discard, duplicate, archive])] };
}

/** Why it cannot be published now. */
function whyNotPublish({ shelf, detail, readOnly, unsaved, problems }: Editor): string | undefined {
  if (!can(shelf.publish)) return shelf.words.deniedPublish;
  if (readOnly !== undefined) return readOnly;
  if (problems.length > 0) return words.hasProblems(problems.length);
  return detail.draft === null && !unsaved ? words.nothingToPublish : undefined;
}

function useUnarchive({ shelf, id, detail, refresh }: Editor): () => void {
  const queries = useQueryClient();
  const back = useMutation({
    mutationFn: () => setArchived(shelf, id, false),
    async onSuccess() {
      await refresh();
      void queries.invalidateQueries({ queryKey: studioKeys.shelf(shelf) });
      toasts.show({ text: words.unarchivedNow(visible(detail.name)), kind: "succeeded" });
    },
    onError: (error) => toasts.show({ text: words.unarchive, detail: error.message, kind: "failed" }),
  });
  return () => {
    if (!back.isPending) back.mutate();
  };
}
