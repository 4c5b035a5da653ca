import { useMutation } from "@tanstack/react-query";

import { ApiError } from "@/api/errors";
import { call as ask } from "@/features/studio/api";
import { bodyOf } from "@/features/studio/model/work";
import type { Editor } from "@/features/studio/use-editor";
import type { JsonObject } from "@/live/json";

import { spelled } from "../../tools/model/json";
import { argumentErrors } from "../../tools/model/tries";
import { useCall, type Call } from "../../tools/use-call";
import { useJudging } from "../judge-context";
import type { Judged } from "../model/judged";

export interface Judge {
  call: Call;
  result: Judged | null;
  values: JsonObject;
  /** The rules or the arguments are no longer those that were judged. */
  stale: boolean;
  working: boolean;
  error: Error | null;
  submit: () => void;
}

/** The rules as they stand in the form, whatever the order of their keys. */
export function rulesSpelled(editor: Pick<Editor, "content">): string {
  return spelled((editor.content as JsonObject).rules ?? null);
}

/** Judges one call by the rules as they stand in the form, saved or not. */
export function useJudge(editor: Editor, schema: JsonObject): Judge {
  const { tool, judged, setJudged } = useJudging();
  const call = useCall(schema);
  const rules = rulesSpelled(editor);
  const own = spelled([tool, call.values]);
  const asking = useMutation({
    mutationFn: () => ask<Judged>("post", "/api/v1/policy/try", { body: { ...bodyOf(editor.work), tool, arguments: call.values } }),
    onMutate: () => ({ rules, call: own, values: call.values }),
    onSuccess: (result, _, asked) => setJudged({ result, ...asked }),
    onError(error) {
      setJudged(null);
      if (error instanceof ApiError) call.refuse(argumentErrors(error.details));
    },
  });
  return {
    call,
    result: judged?.result ?? null,
    values: judged?.values ?? {},
    stale: judged !== null && (judged.rules !== rules || judged.call !== own),
    working: asking.isPending,
    error: asking.error,
    submit() {
      if (call.submit() && tool !== "" && !asking.isPending) asking.mutate();
    },
  };
}
