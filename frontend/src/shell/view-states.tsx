import { Link } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";

import { Page, TopBar } from "@/shell/page";
import { shell } from "@/text/shell";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/states";

/** A view that could not be drawn. The shell around it goes on. */
export function ViewFailed() {
  return (
    <Page>
      <TopBar title={shell.pageFailed} />
      <EmptyState
        tone="failed"
        title={shell.pageFailed}
        acts={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {shell.reload}
          </Button>
        }
      >
        {shell.pageFailedDetail}
      </EmptyState>
    </Page>
  );
}

/** What is not there and what is not ours look the same. */
export function ViewMissing() {
  return (
    <Page>
      <TopBar title={shell.notFound} />
      <EmptyState
        icon={FileQuestion}
        title={shell.notFound}
        acts={
          <Link to="/runs" className={buttonClass({ variant: "primary" })}>
            {shell.toRuns}
          </Link>
        }
      >
        {shell.notFoundDetail}
      </EmptyState>
    </Page>
  );
}
