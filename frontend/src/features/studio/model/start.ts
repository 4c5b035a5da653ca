/** What editing begins with: the draft where there is one, else what is live. Pure. */

import type { Detail } from "@/features/studio/model/shapes";
import type { Start } from "@/features/studio/model/work";

export function startOf({ draft, content, text, version: base }: Detail): Start {
  if (draft !== null) return { content: draft.content, text: draft.text, problems: draft.problems, revision: draft.revision, base };
  return { content: content ?? {}, text: text ?? "", problems: [], revision: 0, base };
}

/** The number that publishing would give. */
export function nextVersion(detail: Detail): number {
  return (detail.version ?? 0) + 1;
}
