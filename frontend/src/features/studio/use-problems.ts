import { useState, type RefObject } from "react";

import { partsOf, pointer } from "@/features/studio/model/pointer";
import type { Problem } from "@/features/studio/model/shapes";
import { announce } from "@/ui/announce";

export interface ProblemPlace {
  readonly current: number;
  /** Goes to a message: to its field, or to its line where the text is what one works in. */
  open: (index: number) => void;
  step: (by: 1 | -1) => void;
}

interface Around {
  problems: readonly Problem[];
  form: RefObject<HTMLElement | null>;
  text: RefObject<HTMLTextAreaElement | null>;
}

/** From message to message, in a circle. */
export function useProblems({ problems, form, text }: Around): ProblemPlace {
  const [at, setAt] = useState(-1);
  const open = (index: number) => {
    const problem = problems[index];
    if (problem === undefined) return;
    setAt(index);
    announce(problem.message);
    const inText = text.current !== null && (form.current === null || document.activeElement === text.current);
    const control = inText ? null : controlAt(form.current, problem.pointer);
    if (control !== null) {
      control.focus();
      control.scrollIntoView({ block: "nearest" });
    } else if (text.current !== null) {
      putCaret(text.current, problem);
    }
  };
  const current = at < problems.length ? at : -1;
  return {
    current,
    open,
    step: (by) => {
      if (problems.length > 0) open(current < 0 && by < 0 ? problems.length - 1 : (current + by + problems.length) % problems.length);
    },
  };
}

/** The control of a field, or of the nearest one around it. */
function controlAt(form: HTMLElement | null, path: string): HTMLElement | null {
  for (let parts = partsOf(path); form !== null && parts.length > 0; parts = parts.slice(0, -1)) {
    const found = form.querySelector<HTMLElement>(`[data-pointer=${JSON.stringify(pointer(...parts))}]`);
    if (found !== null) return found;
  }
  return null;
}

function putCaret(field: HTMLTextAreaElement, { line, column }: Problem): void {
  const lines = field.value.split("\n");
  const before = lines.slice(0, Math.max(0, line - 1)).join("\n").length + (line > 1 ? 1 : 0);
  const caret = Math.min(field.value.length, before + Math.max(0, column - 1));
  field.focus();
  field.setSelectionRange(caret, caret);
  field.parentElement?.querySelector(`[data-line="${Math.max(1, line)}"]`)?.scrollIntoView({ block: "nearest" });
}
