import { useState } from "react";

import type { JsonObject } from "@/live/json";

import { argumentsFrom, textsOfArguments, type Texts, type TypedArguments } from "./model/argument-values";
import { exampleArguments } from "./model/example";

export interface Call extends TypedArguments {
  texts: Texts;
  /** The errors that are shown: of fields that were left, and all of them once it was sent. */
  shown: Readonly<Record<string, string>>;
  change: (texts: Texts) => void;
  leave: (name: string) => void;
  /** Shows every error; whether there is none. */
  submit: () => boolean;
  fillExamples: () => void;
  /** What the server says against single arguments; the next change takes it away. */
  refuse: (errors: Readonly<Record<string, string>>) => void;
}

/** The arguments of one call while they are typed; they begin as examples. */
export function useCall(schema: JsonObject): Call {
  // What was not typed yet stays an example, also when the schema changes.
  const [typed, setTyped] = useState<Texts | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const texts = typed ?? textsOfArguments(exampleArguments(schema));
  const found = argumentsFrom(schema, texts);
  const shown = { ...refused, ...Object.fromEntries(Object.entries(found.errors).filter(([name]) => left.has(name))) };
  return {
    ...found,
    texts,
    shown,
    change(next) {
      setTyped(next);
      setRefused({});
    },
    leave: (name) => setLeft(new Set([...left, name])),
    submit() {
      setLeft(new Set([...left, ...Object.keys(found.errors)]));
      return Object.keys(found.errors).length === 0;
    },
    fillExamples() {
      setTyped(null);
      setRefused({});
    },
    refuse: setRefused,
  };
}
