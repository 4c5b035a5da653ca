import { ConfirmDialog } from "@/features/settings/parts/confirm-dialog";
import { Failure } from "@/features/settings/parts/failure";
import type { McpServer } from "@/features/settings/rest/shapes";
import { useRemove } from "@/features/settings/rest/use-remove";
import { listed } from "@/text/plural";
import { settings } from "@/text/settings";
import { servers as words } from "@/text/settings-servers";

/** A server whose tools the project has stays. */
export function DeleteServer({ server, onClose }: { server: McpServer; onClose: () => void }) {
  const removing = useRemove("/mcp-servers", server, onClose);
  const users = server.used_by.map(({ name }) => name);
  return (
    <ConfirmDialog
      title={words.removeTitle(server.name)}
      confirm={words.remove(server.name)}
      busy={removing.isPending}
      refused={users.length === 0 ? undefined : <p>{words.inUse(listed(users))}</p>}
      failure={removing.error === null ? undefined : <Failure title={settings.notDeleted} error={removing.error} />}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{words.removeDetail}</p>
    </ConfirmDialog>
  );
}
