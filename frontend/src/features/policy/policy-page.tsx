import { policyShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";

const kind: StudioKind = { shelf: policyShelf };

/** The rules of the project. */
export function PolicyPage() {
  return <StudioPage kind={kind} />;
}
