import { Marked } from "@/features/run/marked";
import type { ListLine } from "@/features/run/model/story-item";

/** The tasks of a plan in their order, each with what it waits for. */
export function PlanList({ lines, find }: { lines: readonly ListLine[]; find: string }) {
  return (
    <ol className="mt-1 flex list-decimal flex-col gap-0.5 pl-5 text-14 text-fg-2 marker:text-12 marker:text-fg-3">
      {lines.map(({ name, note }, index) => (
        <li key={index} className="wrap-anywhere">
          <Marked text={name} find={find} />
          {note !== "" && (
            <span className="text-12 text-fg-3">
              {" "}
              <Marked text={note} find={find} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
