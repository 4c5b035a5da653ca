import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { call, readAll } from "@/features/settings/rest/call";
import { fieldOf, isConflict } from "@/features/settings/rest/refusal";
import type { Variable } from "@/features/settings/rest/shapes";
import { useReread } from "@/features/settings/rest/use-list";
import type { VariableField, VariableForm } from "@/features/settings/variables/variable-form";
import { settings } from "@/text/settings";
import { toasts } from "@/ui/toasts";

interface Wanted {
  seen: Variable | null;
  form: VariableForm;
  version: number | undefined;
}

/** Saves a variable; after a conflict, what is stored is there to be looked at. */
export function useSaveVariable(onSaved: () => void) {
  const reread = useReread();
  const [conflict, setConflict] = useState<Variable>();
  const saving = useMutation({
    mutationFn: async ({ seen, form, version }: Wanted) => {
      const body = { name: form.name, value: form.value };
      if (seen === null) return call<Variable>("post", "/variables", { body });
      return call<Variable>("patch", `/variables/${seen.id}`, { body: { value: form.value }, ...(version === undefined ? {} : { version }) });
    },
    onSuccess(saved, { seen }) {
      toasts.show({ text: seen === null ? settings.made(saved.name) : settings.saved(saved.name), kind: "succeeded" });
      void reread();
      onSaved();
    },
    async onError(error, { seen }) {
      setConflict(isConflict(error) && seen !== null ? await stored(seen.id) : undefined);
    },
  });
  const failure = saving.error;
  return {
    save: (seen: Variable | null, form: VariableForm, version: number | undefined) => saving.mutate({ seen, form, version }),
    busy: saving.isPending,
    conflict,
    failure,
    refusedField: fieldOf<VariableField>(failure, { name: "name", value: "value" }),
    forget: () => void reread(),
  };
}

async function stored(id: string): Promise<Variable | undefined> {
  const all = await readAll<Variable>("/variables", AbortSignal.timeout(20_000));
  return all.find((each) => each.id === id);
}
