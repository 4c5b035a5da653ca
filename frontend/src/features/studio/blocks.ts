/** The block one works on: tinted on both sides, whichever side one is on. */

import { createContext, useContext } from "react";

export interface Blocks {
  /** The field of the top level, as a pointer. */
  readonly current: string;
  readonly enter: (pointer: string) => void;
}

export const BlocksContext = createContext<Blocks>({ current: "", enter: () => undefined });

export function useBlocks(): Blocks {
  return useContext(BlocksContext);
}
