import { useParams } from "@tanstack/react-router";
import { Play } from "lucide-react";

import { can } from "@/api/boot";
import { AgentForm } from "@/features/agents/agent-form";
import { OutdatedNotice } from "@/features/studio/outdated-notice";
import { agentShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { openOverlay } from "@/shell/overlays";
import { agents as words } from "@/text/agents";
import { denied } from "@/text/denied";
import { groups } from "@/text/shell";

const kind: StudioKind = {
  shelf: agentShelf,
  Form: AgentForm,
  Notice: OutdatedNotice,
  acts: (editor) => [
    {
      id: "agent.start",
      name: words.start,
      short: words.startShort,
      keys: "S",
      group: groups.studio,
      icon: Play,
      allowed: () => {
        if (!can("runs:start")) return denied.startRun;
        return (editor.detail.version !== null && editor.detail.archived_at === null) || words.notLive;
      },
      run: () => openOverlay({ kind: "start", agent: editor.id }),
    },
  ],
};

/** One agent. */
export function AgentPage() {
  const { id } = useParams({ from: "/agents/$id" });
  return <StudioPage kind={kind} id={id} />;
}
