import { useMutation } from "@tanstack/react-query";

import { reachOf, type ConnectionForm } from "@/features/settings/connections/connection-form";
import { keepKey } from "@/features/settings/connections/keep-key";
import { useReread } from "@/features/settings/rest/use-list";
import { useSave } from "@/features/settings/rest/use-save";
import type { Connection } from "@/features/settings/rest/shapes";

/** Saves a connection; a pasted key is kept first, and from then on the form names its credential. */
export function useSaveConnection(connection: Connection | null, setForm: (form: ConnectionForm) => void, onSaved: () => void) {
  const saving = useSave<Connection>("/connections", connection, onSaved);
  const reread = useReread();
  const keeping = useMutation({
    mutationFn: keepKey,
    onSuccess(credential, form) {
      const named: ConnectionForm = { ...form, keyFrom: "credential", credential: credential.id, key: "" };
      setForm(named);
      void reread();
      saving.save(bodyOf(named, connection));
    },
  });
  return {
    ...saving,
    save: (form: ConnectionForm) => {
      if (form.provider !== "scripted" && form.keyFrom === "paste") keeping.mutate(form);
      else {
        // What was said of a key that was pasted before is over.
        keeping.reset();
        saving.save(bodyOf(form, connection));
      }
    },
    busy: saving.busy || keeping.isPending,
    error: keeping.error ?? saving.error,
    /** The refusal was of the key, not of the connection. */
    isKeyRefused: keeping.error !== null,
  };
}

function bodyOf(form: ConnectionForm, connection: Connection | null) {
  return { name: form.name.trim(), ...reachOf(form, connection?.capabilities ?? {}) };
}
