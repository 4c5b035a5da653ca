import { Page, TopBar } from "@/shell/page";
import { shell } from "@/text/shell";

export function RunsPage() {
  return (
    <Page>
      <TopBar title={shell.places.runs} />
    </Page>
  );
}
