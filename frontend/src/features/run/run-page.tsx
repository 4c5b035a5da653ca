import { Link, useParams } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { useState, type ReactNode } from "react";

import { shortId } from "@/features/run/model/curl";
import { OpenRun } from "@/features/run/open-run";
import { useRun } from "@/live/use-run";
import { Page, TopBar } from "@/shell/page";
import { run as words } from "@/text/run";
import { buttonClass } from "@/ui/button";
import { EmptyState, ErrorState, LoadingRows } from "@/ui/states";
import { now } from "@/ui/now";

/** One run. */
export function RunPage() {
  const { runId } = useParams({ from: "/runs/$runId" });
  return <LiveRun key={runId} runId={runId} />;
}

function LiveRun({ runId }: { runId: string }) {
  const run = useRun(runId);
  const [opened] = useState(now);
  switch (run.status) {
    case "ready":
      return <OpenRun runId={runId} run={run} />;
    case "loading":
      return (
        <Frame title={shortId(runId)}>
          <LoadingRows rows={8} lines={2} />
        </Frame>
      );
    // What is foreign looks exactly like what does not exist.
    case "missing":
      return (
        <Frame title={words.missing}>
          <EmptyState
            icon={FileQuestion}
            title={words.missing}
            acts={
              <Link to="/runs" className={buttonClass({ variant: "primary" })}>
                {words.toRuns}
              </Link>
            }
          >
            {words.missingDetail}
          </EmptyState>
        </Frame>
      );
    case "error":
      return (
        <Frame title={words.failed}>
          <ErrorState title={words.failed} failure={{ status: 0, message: run.error?.message ?? "", requestId: "", at: opened }}>
            {words.failedDetail}
          </ErrorState>
        </Frame>
      );
  }
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <TopBar path={[{ name: words.runs, place: { to: "/runs" } }]} title={title} />
      {children}
    </Page>
  );
}
