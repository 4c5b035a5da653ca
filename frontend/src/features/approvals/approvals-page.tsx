import { Page, TopBar } from "@/shell/page";
import { shell } from "@/text/shell";

/** The inbox of approvals. */
export function ApprovalsPage() {
  return (
    <Page>
      <TopBar title={shell.places.approvals} />
    </Page>
  );
}
