import { useMutation } from "@tanstack/react-query";

import { ConfirmDialog } from "@/features/settings/parts/confirm-dialog";
import { Failure } from "@/features/settings/parts/failure";
import { call } from "@/features/settings/rest/call";
import type { ApiKey } from "@/features/settings/rest/shapes";
import { useReread } from "@/features/settings/rest/use-list";
import { apiKeys as words } from "@/text/settings-keys";
import { useNow } from "@/ui/now";
import { spanWords } from "@/ui/time-words";
import { toasts } from "@/ui/toasts";

/** Revoking is for good: it says when the key was last used, and by that whether somebody will miss it. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const now = useNow("minute");
  const reread = useReread();
  const revoking = useMutation({
    mutationFn: () => call("post", `/api-keys/${apiKey.id}/revoke`),
    onSuccess() {
      toasts.show({ text: words.revokedToast(apiKey.name), kind: "cancelled" });
      void reread();
      onClose();
    },
  });
  const { last_used_at: used } = apiKey;
  return (
    <ConfirmDialog
      title={words.revokeTitle(apiKey.name)}
      confirm={words.revokeConfirm(apiKey.name)}
      busy={revoking.isPending}
      failure={revoking.error !== null && <Failure title={words.notRevoked} error={revoking.error} />}
      onConfirm={() => revoking.mutate()}
      onClose={onClose}
    >
      <p>{words.revokeDetail}</p>
      <p>{used === null ? words.wasNeverUsed : words.lastUsed(spanWords(now - Date.parse(used)))}</p>
    </ConfirmDialog>
  );
}
