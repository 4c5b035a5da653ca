import { ConfirmDialog } from "@/features/settings/parts/confirm-dialog";
import { Failure } from "@/features/settings/parts/failure";
import type { Variable } from "@/features/settings/rest/shapes";
import { useRemove } from "@/features/settings/rest/use-remove";
import { listed } from "@/text/plural";
import { refused, settings } from "@/text/settings";
import { variables as words } from "@/text/settings-parts";

/** A variable that tools use stays: without it they would call nothing. */
export function DeleteVariable({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const removing = useRemove("/variables", variable, onClose);
  const users = variable.used_by;
  return (
    <ConfirmDialog
      title={words.removeTitle(variable.name)}
      confirm={words.remove(variable.name)}
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
