import clsx from "clsx";
import type { ReactNode } from "react";

import type { Tone } from "@/ui/status-look";
import { toneClass } from "@/ui/tones";

interface StatusShapeProps {
  tone: Tone;
  size?: 14 | 16 | 20;
  turning?: boolean;
  /** Given where no word stands beside it. */
  label?: string | undefined;
  className?: string | undefined;
}

/** The shape of a state, on a field of 16: it is told apart without any colour. */
export function StatusShape({ tone, size = 16, turning = false, label, className }: StatusShapeProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={clsx("shrink-0", toneClass[tone].text, turning && "animate-turn motion-reduce:animate-none", className)}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label, "data-hint": label })}
    >
      {shapes[tone]}
    </svg>
  );
}

/** A line cut out of a filled shape shows the surface behind it, whichever that is. */
function CutOut({ body, line }: { body: string; line: string }) {
  return <path fill="currentColor" fillRule="evenodd" d={`${body} ${line}`} />;
}

const ring = { fill: "none", stroke: "currentColor", cx: 8, cy: 8, r: 6 };

const shapes: Record<Tone, ReactNode> = {
  queued: <circle {...ring} strokeWidth={1.8} strokeDasharray="2.7 2.012" />,
  running: (
    <>
      <path
        d="M8 2a6 6 0 1 0 6 6"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
      />
      <circle cx={8} cy={8} r={2} fill="currentColor" />
    </>
  ),
  approval: (
    <CutOut body="M8 .8 15.2 8 8 15.2.8 8z" line="M8 5.9a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2z" />
  ),
  review: (
    <CutOut
      body="M4 1.5h8A2.5 2.5 0 0 1 14.5 4v8a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 12V4A2.5 2.5 0 0 1 4 1.5z"
      line="M4.6 5.1h6.8a.9.9 0 0 1 0 1.8H4.6a.9.9 0 0 1 0-1.8z M4.6 9.1h4.2a.9.9 0 0 1 0 1.8H4.6a.9.9 0 0 1 0-1.8z"
    />
  ),
  input: (
    <CutOut
      body="M3.4 1.8h9.2A2.4 2.4 0 0 1 15 4.2v5.1a2.4 2.4 0 0 1-2.4 2.4H8.3L4.7 14.9v-3.2H3.4A2.4 2.4 0 0 1 1 9.3V4.2A2.4 2.4 0 0 1 3.4 1.8z"
      line="M4.8 5.65a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z M8 5.65a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z M11.2 5.65a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z"
    />
  ),
  succeeded: (
    <CutOut
      body="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z"
      line="M11.85 5.2a.9.9 0 0 1 .05 1.27L7.65 11.15a.9.9 0 0 1-1.3.03L4.15 8.95a.9.9 0 0 1 1.27-1.27l1.55 1.56 3.6-3.98a.9.9 0 0 1 1.28-.06z"
    />
  ),
  failed: (
    <CutOut
      body="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z"
      line="M5.7 4.7a.9.9 0 0 0-.98.2.9.9 0 0 0 .06 1.27L6.73 8 4.9 9.83a.9.9 0 0 0 1.27 1.27L8 9.27l1.83 1.83a.9.9 0 0 0 1.27-1.27L9.27 8l1.83-1.83A.9.9 0 0 0 9.83 4.9L8 6.73 6.17 4.9a.9.9 0 0 0-.47-.2z"
    />
  ),
  cancelled: (
    <g fill="none" stroke="currentColor" strokeWidth={1.8}>
      <circle cx={8} cy={8} r={6} />
      <path d="m3.9 12.1 8.2-8.2" />
    </g>
  ),
  timedout: (
    <path
      fill="currentColor"
      d="M3 1h10v1.7h-.8c-.2 2.7-2.5 3.9-2.5 5.3s2.3 2.6 2.5 5.3h.8V15H3v-1.7h.8C4 10.6 6.3 9.4 6.3 8S4 5.4 3.8 2.7H3z"
    />
  ),
  attention: (
    <CutOut
      body="M7.13 1.5a1 1 0 0 1 1.74 0l6.53 11.7a1 1 0 0 1-.87 1.5H1.47a1 1 0 0 1-.87-1.5z"
      line="M7.1 6a.9.9 0 0 1 1.8 0v3.4a.9.9 0 0 1-1.8 0z M8 11.15a1.05 1.05 0 1 0 0 2.1 1.05 1.05 0 0 0 0-2.1z"
    />
  ),
};
