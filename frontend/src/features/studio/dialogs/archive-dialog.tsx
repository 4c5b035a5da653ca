import { Link } from "@tanstack/react-router";

import { ApiError } from "@/api/errors";
import { setArchived } from "@/features/studio/api";
import { AskDialog } from "@/features/studio/dialogs/ask-dialog";
import type { UsedBy } from "@/features/studio/model/shapes";
import { shelfOf } from "@/features/studio/model/shelf";
import type { Editor } from "@/features/studio/use-editor";
import { studio as words } from "@/text/studio";
import { ForeignText } from "@/ui/foreign-text";
import { anyLink } from "@/ui/place";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

/** Takes it out of use; what a live agent uses stays. */
export function ArchiveDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { shelf, id, detail } = editor;
  const name = visible(detail.name);
  const archive = async () => {
    await setArchived(shelf, id, true);
    await editor.refresh();
    toasts.show({ text: words.archivedNow(name) });
  };
  return (
    <AskDialog
      title={words.archiveTitle(name)}
      submit={words.archiveDo(name)}
      danger
      onSubmit={archive}
      onClose={onClose}
      refused={(error) => <Users error={error} />}
    >
      <p className="text-fg-2">{words.archiveDetail}</p>
    </AskDialog>
  );
}

function Users({ error }: { error: Error }) {
  const found = error instanceof ApiError ? error.details.used_by : undefined;
  const users = Array.isArray(found) ? (found as readonly UsedBy[]) : [];
  return (
    <ul>
      {users.map((user) => {
        const shelf = shelfOf(user.kind);
        return (
          <li key={user.id}>
            {shelf === undefined ? (
              <ForeignText text={user.name} />
            ) : (
              <Link {...anyLink({ to: `${shelf.page}/$id`, params: { id: user.id } })} className="text-accent underline">
                <ForeignText text={user.name} />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
