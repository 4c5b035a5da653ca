import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { OctagonX, Play, Terminal } from "lucide-react";
import { useMemo, useState } from "react";

import { can } from "@/api/boot";
import { toolShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { denied } from "@/text/denied";
import { groups } from "@/text/shell";
import { tools as words, tryTool, withdraw as withdrawWords } from "@/text/tools";
import { copyText } from "@/ui/copy-text";
import { short } from "@/ui/short";
import { toasts } from "@/ui/toasts";
import { visible } from "@/ui/visible";

import { ToolFormView } from "./form/tool-form-view";
import { restCurlOf } from "./model/curl";
import { TryTab } from "./try/try-tab";
import { WithdrawDialog, type Withdrawing } from "./withdraw-dialog";

/** One tool. */
export function ToolPage() {
  const { id } = useParams({ from: "/tools/$id" });
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const isTrying = search.tab === "try";
  const [withdrawing, setWithdrawing] = useState<Withdrawing | null>(null);
  const seen = Number(search.version);
  const kind = useMemo(() => {
    const goToTry = () => void navigate({ to: "/tools/$id", params: { id }, search: { tab: "try" } as never });
    return kindWith(isTrying ? null : goToTry, seen > 0 ? seen : null, setWithdrawing);
  }, [navigate, id, isTrying, seen]);
  return (
    <>
      <StudioPage kind={kind} id={id} />
      {withdrawing !== null && <WithdrawDialog {...withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** While it is being tried, that tab has the acts. `seen` is the version that is looked at. */
function kindWith(goToTry: (() => void) | null, seen: number | null, withdraw: (what: Withdrawing) => void): StudioKind {
  return {
    shelf: toolShelf,
    Form: ToolFormView,
    tabs: [{ id: "try", name: tryTool.title, keys: "Mod+Enter", Panel: TryTab }],
    acts: ({ id, detail }) =>
      goToTry === null
        ? []
        : [
            {
              id: "tool.try",
              name: tryTool.open,
              detail: short(visible(detail.name)),
              group: groups.studio,
              icon: Play,
              allowed: () => can("agents:try") || denied.tryTools,
              run: goToTry,
            },
            {
              id: "tool.curl",
              name: words.copyCurl,
              detail: short(visible(detail.name)),
              group: groups.studio,
              icon: Terminal,
              run: () => void copyText(restCurlOf(window.location.origin, id)).then(tellCopied),
            },
            {
              id: "tool.withdraw",
              name: withdrawWords.act(seen ?? detail.version ?? 1),
              detail: short(visible(detail.name)),
              group: groups.studio,
              icon: OctagonX,
              allowed: () => (can(toolShelf.edit) ? detail.version !== null || withdrawWords.nothing : toolShelf.words.deniedEdit),
              run: () => withdraw({ id, name: detail.name, version: seen ?? detail.version ?? 1 }),
            },
          ],
  };
}

function tellCopied(done: boolean): void {
  if (done) toasts.show({ text: words.copied, seconds: 3 });
}
