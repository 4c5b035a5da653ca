import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError } from "@/api/errors";
import { newIdempotencyKey } from "@/api/idempotency";
import { call as ask } from "@/features/studio/api";
import { bodyOf } from "@/features/studio/model/work";
import type { Editor } from "@/features/studio/use-editor";
import type { Json, JsonObject } from "@/live/json";

import { same } from "../model/json";
import { schemaOf } from "../model/schema";
import { argumentErrors, type DryTry, type RealTry } from "../model/tries";
import { useCall, type Call } from "../use-call";

export interface Try {
  call: Call;
  dry: DryTry | null;
  real: RealTry | null;
  /** The tool or its arguments are no longer those that were shown. */
  stale: boolean;
  working: boolean;
  sending: boolean;
  error: Error | null;
  show: () => void;
  send: () => void;
}

interface Shown {
  /** The tool and the arguments that it was shown of. */
  of: Json;
  dry: DryTry;
  /** With it, what was shown is sent once, however often it is pressed. */
  key: string;
}

/** Shows what would be sent, and sends exactly that. */
export function useTry(editor: Editor): Try {
  const content = editor.content as JsonObject;
  const call = useCall(schemaOf(content));
  const [shown, setShown] = useState<Shown | null>(null);
  const body = () => ({ id: editor.id, ...bodyOf(editor.work), arguments: call.values });
  const of: Json = [editor.work.writer === "form" ? content : editor.work.text, call.values];

  const sending = useMutation({
    mutationFn: ({ dry, key }: Shown) =>
      ask<RealTry>("post", "/api/v1/tools/try", { body: { ...body(), mode: "real", digest: dry.digest }, key }),
  });
  const showing = useMutation({
    mutationFn: () => ask<DryTry>("post", "/api/v1/tools/try", { body: { ...body(), mode: "dry" } }),
    onMutate: () => ({ of }),
    onSuccess(dry, _, { of: asked }) {
      setShown({ of: asked, dry, key: newIdempotencyKey() });
      sending.reset();
    },
    onError(error) {
      setShown(null);
      if (error instanceof ApiError) call.refuse(argumentErrors(error.details));
    },
  });
  return {
    call,
    dry: shown?.dry ?? null,
    real: sending.data ?? null,
    stale: shown !== null && !same(shown.of, of),
    working: showing.isPending,
    sending: sending.isPending,
    error: sending.error ?? showing.error,
    show() {
      if (call.submit() && !showing.isPending) showing.mutate();
    },
    send() {
      if (shown !== null && !sending.isPending) sending.mutate(shown);
    },
  };
}
