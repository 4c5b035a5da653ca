import type { ReactNode } from "react";

import { Marked } from "@/features/run/marked";
import { particulars, reasonFor, reasonForTry } from "@/features/run/model/problem";
import type { Problem } from "@/features/run/model/story-item";
import { runSaid } from "@/text/run-story";

interface WhyBlockProps {
  problem: Problem;
  find: string;
  /** The next act as a button, where one exists. */
  act?: ReactNode;
}

/** Why did it fail, and what now: plain words by the code, then what exactly was said. */
export function WhyBlock({ problem, find, act }: WhyBlockProps) {
  if (problem.mended === true) return <MendedLine problem={problem} find={find} />;
  const reason = reasonFor(problem.code);
  const said = particulars(problem);
  return (
    <div className="mt-2 rounded-card border border-line px-3.5 py-2.5 text-fg-2">
      <p className="text-14 text-fg">
        <Marked text={reason?.why ?? problem.message} find={find} />{" "}
        <code className="text-12 text-fg-3">
          <Marked text={problem.code} find={find} />
        </code>
      </p>
      {said !== "" && reason !== null && (
        <p className="mt-0.5 text-12 wrap-anywhere text-fg-3">
          <Marked text={said} find={find} />
        </p>
      )}
      {reason !== null && (
        <p className="mt-1.5 text-14">
          <b className="font-semibold text-fg">{runSaid.next}:</b> {reason.next}
        </p>
      )}
      {act !== undefined && <div className="mt-2 flex flex-wrap gap-2">{act}</div>}
    </div>
  );
}

/** Baton went on by itself: what went wrong is a fact among others. */
function MendedLine({ problem, find }: Pick<WhyBlockProps, "problem" | "find">) {
  const said = particulars(problem);
  return (
    <p className="mt-0.5 text-12 wrap-anywhere text-fg-3">
      <span className="text-fg-2">
        <Marked text={reasonForTry(problem.code)} find={find} />
      </span>{" "}
      <code>
        <Marked text={problem.code} find={find} />
      </code>
      {said !== "" && (
        <span className="block">
          <Marked text={said} find={find} />
        </span>
      )}
    </p>
  );
}
