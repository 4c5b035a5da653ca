import { ConfirmDialog } from "@/features/settings/parts/confirm-dialog";
import { Failure } from "@/features/settings/parts/failure";
import type { Credential } from "@/features/settings/rest/shapes";
import { useRemove } from "@/features/settings/rest/use-remove";
import { listed } from "@/text/plural";
import { refused, settings } from "@/text/settings";
import { credentials as words } from "@/text/settings-credentials";

/** A credential that something uses stays. */
export function DeleteCredential({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const removing = useRemove("/credentials", credential, onClose);
  const users = credential.used_by.map((each) => each.name);
  return (
    <ConfirmDialog
      title={words.removeTitle(credential.name)}
      confirm={words.remove(credential.name)}
      busy={removing.isPending}
      refused={users.length === 0 ? undefined : <p>{refused.inUse(listed(users))}</p>}
      failure={removing.error === null ? undefined : <Failure title={settings.notDeleted} error={removing.error} />}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{words.removeDetail}</p>
    </ConfirmDialog>
  );
}
