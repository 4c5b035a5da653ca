import { useParams } from "@tanstack/react-router";
import { Play } from "lucide-react";

import { can } from "@/api/boot";
import { teamShelf } from "@/features/studio/model/shelf";
import { OutdatedNotice } from "@/features/studio/outdated-notice";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { TeamForm } from "@/features/teams/team-form";
import { openOverlay } from "@/shell/overlays";
import { denied } from "@/text/denied";
import { groups } from "@/text/shell";
import { teams as words } from "@/text/teams";

const kind: StudioKind = {
  shelf: teamShelf,
  Form: TeamForm,
  Notice: OutdatedNotice,
  acts: (editor) => [
    {
      id: "team.start",
      name: words.start,
      short: words.startShort,
      keys: "S",
      group: groups.studio,
      icon: Play,
      allowed: () => {
        if (!can("runs:start")) return denied.startRun;
        return (editor.detail.version !== null && editor.detail.archived_at === null) || words.notLive;
      },
      run: () => openOverlay({ kind: "start", agent: null, team: editor.id }),
    },
  ],
};

/** One team. */
export function TeamPage() {
  const { id } = useParams({ from: "/teams/$id" });
  return <StudioPage kind={kind} id={id} />;
}
