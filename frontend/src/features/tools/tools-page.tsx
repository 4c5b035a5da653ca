import { useNavigate } from "@tanstack/react-router";
import { FileInput, Wrench } from "lucide-react";

import { can } from "@/api/boot";
import type { Command } from "@/commands/command";
import type { Listed } from "@/features/studio/model/shapes";
import { toolShelf } from "@/features/studio/model/shelf";
import { ShelfPage } from "@/features/studio/shelf-page";
import type { ShelfColumn } from "@/features/studio/shelf-table";
import { groups } from "@/text/shell";
import { effects, tools as words } from "@/text/tools";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";
import { Risk, type RiskLevel } from "@/ui/risk";

import type { Effect } from "./model/tool-form";

/** What the list says of a tool; a draft may not say it yet. */
interface ToolListed extends Listed {
  readonly method?: string | null;
  readonly url?: string | null;
  readonly effect_class?: Effect | null;
  readonly risk?: RiskLevel | null;
  readonly credential?: string | null;
  readonly withdrawn?: boolean;
  /** What its MCP server says differently by now. */
  readonly quarantine?: string | null;
}

const columns: readonly ShelfColumn<ToolListed>[] = [
  { id: "request", name: words.columns.request, from: "split", cell: (row) => <RequestCell row={row} /> },
  { id: "risk", name: words.columns.risk, from: "phone", width: "w-28", cell: (row) => row.risk != null && <Risk level={row.risk} form="word" /> },
];

/** The tools of the project. */
export function ToolsPage() {
  const navigate = useNavigate();
  const fromOpenApi: Command = {
    id: "tools.import",
    name: words.importLong,
    short: words.importShort,
    keys: "I",
    group: groups.studio,
    section: "start",
    icon: FileInput,
    allowed: () => can(toolShelf.edit) || toolShelf.words.deniedEdit,
    run: () => void navigate({ to: "/tools/import" }),
  };
  return <ShelfPage shelf={toolShelf} icon={Wrench} columns={columns} acts={[fromOpenApi]} />;
}

function RequestCell({ row }: { row: ToolListed }) {
  if (row.url == null) return null;
  return (
    <>
      <span data-cut="" className="block truncate font-mono text-12">
        <ForeignText text={`${row.method ?? ""} ${row.url}`} />
      </span>
      <span className="flex items-center gap-1.5 text-12 text-fg-3">
        {row.quarantine != null && (
          <span data-hint={words.quarantineHint}>
            <Chip tone="attention">{words.quarantined}</Chip>
          </span>
        )}
        {row.withdrawn === true && <Chip tone="attention">{words.withdrawn}</Chip>}
        <span data-cut="" className="truncate">
          {row.effect_class != null && <span data-hint={effects[row.effect_class].title}>{effects[row.effect_class].short}</span>}
          {row.credential != null && row.credential !== "" && <ForeignText text={`, ${words.withCredential(row.credential)}`} />}
        </span>
      </span>
    </>
  );
}
