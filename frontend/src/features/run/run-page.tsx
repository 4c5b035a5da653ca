import { useParams } from "@tanstack/react-router";

import { Page, TopBar } from "@/shell/page";
import { shell } from "@/text/shell";

/** One run. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  return (
    <Page>
      <TopBar path={[{ name: shell.places.runs, place: { to: "/runs" } }]} title={runId} />
    </Page>
  );
}
