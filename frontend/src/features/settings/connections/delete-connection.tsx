import { ConfirmDialog } from "@/features/settings/parts/confirm-dialog";
import { Failure } from "@/features/settings/parts/failure";
import type { Connection } from "@/features/settings/rest/shapes";
import { useRemove } from "@/features/settings/rest/use-remove";
import { settings } from "@/text/settings";
import { connections as words } from "@/text/settings-connections";

/** A connection that agents think with stays. */
export function DeleteConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const removing = useRemove("/connections", connection, onClose);
  return (
    <ConfirmDialog
      title={words.removeTitle(connection.name)}
      confirm={words.remove(connection.name)}
      busy={removing.isPending}
      refused={connection.used_by === 0 ? undefined : <p>{words.inUse(connection.used_by)}</p>}
      failure={removing.error === null ? undefined : <Failure title={settings.notDeleted} error={removing.error} />}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{words.removeDetail}</p>
    </ConfirmDialog>
  );
}
