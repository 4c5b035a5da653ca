import { useParams } from "@tanstack/react-router";

import { toolShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";

const kind: StudioKind = { shelf: toolShelf };

/** One tool. */
export function ToolPage() {
  const { id } = useParams({ from: "/tools/$id" });
  return <StudioPage kind={kind} id={id} />;
}
