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

/** Makes one, or changes the one that was seen at first: lists are read anew while a form is open, and what came
 * between is met when saving. After a conflict, what is stored now is there to be looked at. */
export function useSave<Item extends Stored>(path: string, first: Item | null, onSaved: (saved: Item) => void) {
  const reread = useReread();
  const [seen] = useState(first);
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
      if (isConflict(error) && seen !== null) setConflict(await call<Item>("get", `${path}/${seen.id}`).catch(() => undefined));
    },
  });
  const met = isConflict(saving.error) ? conflict : undefined;
  return {
    save: (body: unknown) => saving.mutate(body),
    busy: saving.isPending,
    error: met === undefined ? saving.error : null,
    /** What somebody else stored meanwhile; saving again names its version. */
    conflict: met,
    reread,
  };
}
