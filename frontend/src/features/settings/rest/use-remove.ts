import { useMutation } from "@tanstack/react-query";

import { call } from "@/features/settings/rest/call";
import { useReread } from "@/features/settings/rest/use-list";
import { settings as words } from "@/text/settings";
import { toasts } from "@/ui/toasts";

interface Removable {
  id: string;
  name: string;
  version: number;
}

/** Deletes what one has seen, and nothing newer. */
export function useRemove(path: string, item: Removable, onDone: () => void) {
  const reread = useReread();
  return useMutation({
    mutationFn: () => call("delete", `${path}/${item.id}`, { version: item.version }),
    onSuccess() {
      toasts.show({ text: words.deleted(item.name) });
      void reread();
      onDone();
    },
    onError: () => void reread(),
  });
}
