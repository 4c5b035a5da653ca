import { Lock } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import clsx from "clsx";
import type { ReactNode } from "react";

import { act, state } from "@/text/common";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { signInElsewhere } from "@/ui/sign-in";
import type { Tone } from "@/ui/status-look";
import { StatusShape } from "@/ui/status-shape";
import { toneClass } from "@/ui/tones";
import { exactWords, traceClockWords } from "@/ui/time-words";

interface MiddleProps {
  /** The shape of a state, or an icon, in a soft square. */
  tone?: Tone | undefined;
  icon?: LucideIcon | undefined;
  title: string;
  children?: ReactNode;
  /** One of them is primary. */
  acts?: ReactNode;
  foot?: ReactNode;
  /** `alert` is read aloud when it comes. */
  role?: "alert" | "status";
  className?: string | undefined;
}

/** The middle of a view that has nothing else to show. */
function Middle({ tone, icon: Icon, title, children, acts, foot, role, className }: MiddleProps) {
  return (
    <div
      role={role}
      className={clsx("flex min-h-60 flex-1 flex-col items-center justify-center gap-2.5 p-6 text-center", className)}
    >
      {(tone !== undefined || Icon !== undefined) && (
        <span className={clsx("grid size-11 place-items-center rounded-dialog", toneClass[tone ?? "cancelled"].back, toneClass[tone ?? "cancelled"].text)}>
          {Icon ? <Icon size={20} aria-hidden="true" /> : <StatusShape tone={tone ?? "cancelled"} size={20} />}
        </span>
      )}
      <h2 className="text-16 font-semibold text-balance">{title}</h2>
      {children !== undefined && <div className="max-w-[340px] text-pretty text-fg-2">{children}</div>}
      {acts !== undefined && <div className="mt-1.5 flex flex-wrap justify-center gap-2">{acts}</div>}
      {foot}
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  /** What will come here. */
  children?: ReactNode;
  acts?: ReactNode;
  tone?: Tone;
  icon?: LucideIcon;
  className?: string;
}

/** First use: what comes here and what to press. */
export function EmptyState(props: EmptyStateProps) {
  return <Middle {...props} />;
}

/** What a view needs to know of an error; `ApiError` has it. */
export interface Failure {
  status: number;
  message: string;
  requestId: string;
  /** When, in milliseconds. */
  at: number;
}

interface ErrorStateProps {
  title: string;
  failure: Failure;
  onRetry?: (() => void) | undefined;
  /** What is safe, where there is more to say than the usual. */
  children?: ReactNode;
  className?: string;
}

/** What failed, what is safe, one way on; and what to give to whoever looks into it. */
export function ErrorState({ title, failure, onRetry, children, className }: ErrorStateProps) {
  const clock = traceClockWords(failure.at, failure.at);
  const line = failure.status === 0 ? state.problemOffline(clock) : state.problem(failure.status, failure.requestId, clock);
  return (
    <Middle
      role="alert"
      tone="failed"
      title={title}
      className={className}
      acts={
        <>
          {onRetry && (
            <Button variant="primary" keys="." onClick={onRetry}>
              {act.retry}
            </Button>
          )}
          {failure.status === 401 && <Button onClick={signInElsewhere}>{state.signInElsewhere}</Button>}
          <Button onClick={() => void copyText(`${failure.message}\n${line}\n${exactWords(failure.at)}`)}>{act.copyDetails}</Button>
        </>
      }
      foot={<p className="font-mono text-12 wrap-anywhere text-fg-3">{line}</p>}
    >
      <p>{failure.message}</p>
      <p>{children ?? state.awayDetail}</p>
    </Middle>
  );
}

interface ForbiddenStateProps {
  title: string;
  /** Why, who may, and what one still can. */
  children: ReactNode;
  acts?: ReactNode;
  className?: string;
}

/** Not allowed, with the reason. What is foreign looks exactly like what does not exist: that is no such view. */
export function ForbiddenState(props: ForbiddenStateProps) {
  return <Middle icon={Lock} {...props} />;
}

interface NothingMatchesProps {
  /** "No run matches these 3 filters". */
  title: string;
  /** Names the filter that is to blame. */
  children?: ReactNode;
  onDrop?: (() => void) | undefined;
  onClear: () => void;
  className?: string;
}

/** Empty by filter: the filter to blame goes in one press. */
export function NothingMatches({ title, children, onDrop, onClear, className }: NothingMatchesProps) {
  return (
    <Middle
      role="status"
      title={title}
      className={className}
      acts={
        <>
          {onDrop && <Button onClick={onDrop}>{act.dropFilter}</Button>}
          <Button variant="ghost" keys="Escape" onClick={onClear}>
            {act.clearAll}
          </Button>
        </>
      }
    >
      {children}
    </Middle>
  );
}

interface LoadingRowsProps {
  rows?: number;
  lines?: 1 | 2;
  className?: string;
}

const widths = ["w-52", "w-40", "w-60", "w-44", "w-36"];

/** The shape of rows that come; nothing for 200 ms, and nothing moves. */
export function LoadingRows({ rows = 5, lines = 1, className }: LoadingRowsProps) {
  return (
    <div role="status" aria-label={state.loading} className={clsx("animate-late", className)}>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className={clsx("flex items-center gap-3 border-b border-line px-5", lines === 2 ? "h-(--row-2)" : "h-(--row-1)")}
        >
          <i className="size-3.5 shrink-0 rounded-chip bg-blank" />
          <span className="flex min-w-0 flex-1 flex-col gap-2">
            <i className={clsx("h-2.5 max-w-full rounded-chip bg-blank", widths[index % widths.length])} />
            {lines === 2 && <i className={clsx("h-2 max-w-full rounded-chip bg-blank", widths[(index + 2) % widths.length])} />}
          </span>
          <i className="h-2 w-10 shrink-0 rounded-chip bg-blank" />
        </div>
      ))}
    </div>
  );
}
