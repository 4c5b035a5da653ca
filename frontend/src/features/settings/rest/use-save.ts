import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "@/features/settings/rest/call";
import { isConflict } from "@/features/settings/rest/refusal";
import { useReread } from "@/features/settings/rest/use-list";
import { settings } from "@/text/settings";
import { toasts } from "@/ui/toasts";

interface Stored {
  id: string;
  name: string;
  version: number;
}

/** Makes one, or changes the one that was seen. After a conflict, what is stored now is there to be looked at. */
export function useSave<Item extends Stored>(path: string, seen: Item | null, onSaved: (saved: Item) => void) {
  const reread = useReread();
  const [conflict, setConflict] = useState<Item>();
  const saving = useMutation({
    mutationFn: (body: unknown) => {
      if (seen === null) return call<Item>("post", path, { body });
      return call<Item>("patch", `${path}/${seen.id}`, { body, version: (conflict ?? seen).version });
    },
    onSuccess(saved) {
      toasts.show({ text: seen === null ? settings.made(saved.name) : settings.saved(saved.name), kind: "succeeded" });
      void reread();
      onSaved(saved);
    },
    async onError(error) {
      if (isConflict(error) && seen !== null) setConflict(await call<Item>("get", `${path}/${seen.id}`));
    },
  });
  return {
    save: (body: unknown) => saving.mutate(body),
    busy: saving.isPending,
    error: isConflict(saving.error) ? null : saving.error,
    /** What somebody else stored meanwhile; saving again names its version. */
    conflict: isConflict(saving.error) ? conflict : undefined,
    reread,
  };
}
