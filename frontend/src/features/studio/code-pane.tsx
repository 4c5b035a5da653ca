import clsx from "clsx";
import { useLayoutEffect, useMemo, useRef, type RefObject } from "react";

import type { Problem } from "@/features/studio/model/shapes";
import { tokensOf, type LineRange, type TokenKind } from "@/features/studio/model/yaml-lines";

interface CodePaneProps {
  text: string;
  label: string;
  /** Left out where it is only read. */
  onChange?: ((text: string) => void) | undefined;
  /** The line the caret is on. */
  onLine?: (line: number) => void;
  problems?: readonly Problem[];
  /** The lines of the block one works on. */
  block?: LineRange | undefined;
  field?: RefObject<HTMLTextAreaElement | null>;
  invalid?: boolean;
}

const kinds: Record<TokenKind, string> = { key: "text-review-fg", comment: "text-fg-3", plain: "" };
const text = "font-mono text-12 leading-5 whitespace-pre-wrap wrap-anywhere";

/**
 * A text with numbered lines. What is written goes into a field of the browser that lies over the coloured lines,
 * both broken at the same places: so copying, undoing, spelling and screen readers are the browser's own.
 */
export function CodePane({ text: value, label, onChange, onLine, problems = [], block, field, invalid = false }: CodePaneProps) {
  const lines = useMemo(() => value.split("\n"), [value]);
  const wrong = useMemo(() => new Set(problems.map((problem) => problem.line)), [problems]);
  const scroller = useRef<HTMLDivElement>(null);
  const first = block?.first;
  useLayoutEffect(() => {
    if (first === undefined || scroller.current?.contains(document.activeElement) === true) return;
    scroller.current?.querySelector(`[data-line="${first}"]`)?.scrollIntoView({ block: "nearest" });
  }, [first]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 scroll-py-6 overflow-y-auto bg-sunken">
      <div className="relative min-h-full pb-10">
        <div aria-hidden="true" className="pt-2">
          {lines.map((line, index) => {
            const number = index + 1;
            const isWrong = wrong.has(number);
            const isBlock = block !== undefined && block.first <= number && number <= block.last;
            return (
              <div
                key={index}
                data-line={number}
                className={clsx("grid grid-cols-[44px_minmax(0,1fr)]", isWrong ? "bg-failed-bg" : isBlock && "bg-selected")}
              >
                <span
                  className={clsx(
                    "pr-3 text-right font-mono text-12 leading-5 select-none",
                    isWrong ? "font-semibold text-failed-fg" : "text-fg-3",
                  )}
                >
                  {number}
                </span>
                <span className={clsx(text, "min-h-5 pr-4", isWrong && "underline decoration-failed-bar decoration-wavy underline-offset-4")}>
                  {tokensOf(line).map((token, at) => (
                    <span key={at} className={kinds[token.kind]}>
                      {token.text}
                    </span>
                  ))}
                </span>
              </div>
            );
          })}
        </div>
        <textarea
          ref={field}
          aria-label={label}
          aria-invalid={invalid ? true : undefined}
          readOnly={onChange === undefined}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onChange?.(event.target.value)}
          onSelect={(event) => {
            const { value: all, selectionStart } = event.currentTarget;
            onLine?.(all.slice(0, selectionStart).split("\n").length);
          }}
          className={clsx(
            text,
            "absolute inset-0 size-full resize-none overflow-hidden border-0 bg-transparent pt-2 pr-4 pb-10 pl-[44px] text-transparent caret-fg outline-none selection:bg-accent-soft selection:text-fg focus-visible:outline-none",
          )}
        />
      </div>
    </div>
  );
}
