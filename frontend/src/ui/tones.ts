/** The utilities of each colour of state, written out: the style sheet is made from what is written. */

import type { Tone } from "@/ui/status-look";

interface ToneClass {
  text: string;
  /** Behind the word. */
  back: string;
  /** In a waterfall. */
  bar: string;
}

export const toneClass: Record<Tone, ToneClass> = {
  queued: { text: "text-queued-fg", back: "bg-queued-bg", bar: "bg-queued-bar" },
  running: { text: "text-running-fg", back: "bg-running-bg", bar: "bg-running-bar" },
  approval: { text: "text-approval-fg", back: "bg-approval-bg", bar: "bg-approval-bar" },
  review: { text: "text-review-fg", back: "bg-review-bg", bar: "bg-review-bar" },
  input: { text: "text-input-fg", back: "bg-input-bg", bar: "bg-input-bar" },
  succeeded: { text: "text-succeeded-fg", back: "bg-succeeded-bg", bar: "bg-succeeded-bar" },
  failed: { text: "text-failed-fg", back: "bg-failed-bg", bar: "bg-failed-bar" },
  cancelled: { text: "text-cancelled-fg", back: "bg-cancelled-bg", bar: "bg-cancelled-bar" },
  timedout: { text: "text-timedout-fg", back: "bg-timedout-bg", bar: "bg-timedout-bar" },
  attention: { text: "text-attention-fg", back: "bg-attention-bg", bar: "bg-attention-bar" },
};
