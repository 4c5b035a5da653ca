import { createContext, useContext } from "react";

import type { Judged } from "./model/judged";
import type { JsonObject } from "@/live/json";

export interface JudgedCall {
  readonly result: Judged;
  readonly values: JsonObject;
  /** The rules that judged it, and the call, each in one spelling. */
  readonly rules: string;
  readonly call: string;
}

/** One call that is judged by hand: the panel judges it, and the table marks what came of it. */
export interface Judging {
  readonly tool: string;
  readonly setTool: (tool: string) => void;
  readonly judged: JudgedCall | null;
  readonly setJudged: (judged: JudgedCall | null) => void;
}

export const JudgeContext = createContext<Judging>({ tool: "", setTool: () => undefined, judged: null, setJudged: () => undefined });

export function useJudging(): Judging {
  return useContext(JudgeContext);
}
