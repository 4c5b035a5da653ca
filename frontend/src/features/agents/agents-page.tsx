import { Bot } from "lucide-react";

import type { Listed } from "@/features/studio/model/shapes";
import { agentShelf } from "@/features/studio/model/shelf";
import { ShelfPage } from "@/features/studio/shelf-page";
import type { ShelfColumn } from "@/features/studio/shelf-table";
import { agents as words } from "@/text/agents";
import { ForeignText } from "@/ui/foreign-text";

interface AgentListed extends Listed {
  readonly model?: string | null;
  readonly tools?: readonly string[];
}

const columns: readonly ShelfColumn<AgentListed>[] = [
  { id: "model", name: words.model, from: "split", cell: (row) => row.model != null && <ForeignText text={row.model} mono /> },
  { id: "tools", name: words.tools, from: "split", cell: (row) => <ForeignText text={(row.tools ?? []).join(", ")} mono /> },
];

/** The agents of the project. */
export function AgentsPage() {
  return <ShelfPage shelf={agentShelf} icon={Bot} columns={columns} />;
}
