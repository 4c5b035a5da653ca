/** The word of a shape where nothing else says it. */

import { approval, call, status, waiting } from "@/text/common";
import type { Tone } from "@/ui/status-look";

const words: Record<Tone, string> = {
  queued: status.queued,
  running: status.running,
  approval: waiting.approval,
  review: waiting.review,
  input: waiting.input,
  succeeded: call.succeeded,
  failed: status.failed,
  cancelled: status.cancelled,
  timedout: approval.expired,
  attention: call.unknown,
};

export function toneWord(tone: Tone): string {
  return words[tone];
}
