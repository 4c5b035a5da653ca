import clsx from "clsx";

import { time as words } from "@/text/common";
import { useNow } from "@/ui/now";
import {
  agoWords,
  clockWords,
  durationWords,
  exactWords,
  expiryWords,
  runningWords,
  traceClockWords,
} from "@/ui/time-words";

interface TimeProps {
  /** RFC 3339, as the server writes it. */
  at: string;
  /** Part of a row: the exact time comes on hover, and the row is the stop of the Tab key. */
  inRow?: boolean;
  className?: string;
}

interface ClockProps extends TimeProps {
  seconds?: boolean;
}

/** `14:31`, or the day. */
export function Clock({ at, seconds = false, inRow, className }: ClockProps) {
  const now = useNow("minute");
  const instant = Date.parse(at);
  const text = seconds ? traceClockWords(instant, now) : clockWords(instant, now);
  return <Time at={at} inRow={inRow} className={className} text={text} />;
}

/** `12 min ago`. */
export function Ago({ at, inRow, className }: TimeProps) {
  const now = useNow("minute");
  return <Time at={at} inRow={inRow} className={className} text={agoWords(Date.parse(at), now)} />;
}

interface ExpiryProps extends TimeProps {
  /** With "left" and, when it is near, the clock time. */
  long?: boolean;
}

/** What is left, red under 15 minutes. */
export function Expiry({ at, long = false, inRow, className }: ExpiryProps) {
  const now = useNow("second");
  const instant = Date.parse(at);
  const { text, soon, over } = expiryWords(instant, now);
  const full = over || !long ? text : words.left(text);
  return (
    <Time
      at={at}
      inRow={inRow}
      className={clsx(soon && "font-medium text-failed-fg", className)}
      text={long && soon && !over ? words.at(full, clockWords(instant, now)) : full}
    />
  );
}

interface DurationProps {
  /** Milliseconds of what has ended, or ... */
  of?: number | null | undefined;
  /** ... the start of what still goes on. */
  since?: string | null | undefined;
  className?: string;
}

/** How long it took, or takes so far. Nothing where there is none. */
export function Duration({ of, since, className }: DurationProps) {
  if (of !== undefined && of !== null) return <span className={clsx("tabular-nums", className)}>{durationWords(of)}</span>;
  if (since !== undefined && since !== null) return <RunningDuration since={since} className={className} />;
  return null;
}

function RunningDuration({ since, className }: { since: string; className: string | undefined }) {
  const now = useNow("second");
  return <span className={clsx("tabular-nums", className)}>{runningWords(now - Date.parse(since))}</span>;
}

interface TimeTextProps {
  at: string;
  text: string;
  inRow: boolean | undefined;
  className: string | undefined;
}

function Time({ at, text, inRow = false, className }: TimeTextProps) {
  return (
    <time
      dateTime={at}
      data-hint={exactWords(Date.parse(at))}
      tabIndex={inRow ? undefined : 0}
      className={clsx("rounded-chip tabular-nums", className)}
    >
      {text}
    </time>
  );
}
