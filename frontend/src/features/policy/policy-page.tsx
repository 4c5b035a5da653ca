import { useMemo, useState } from "react";

import { policyShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { judge, policy as words } from "@/text/policy";

import { JudgeContext, type JudgedCall } from "./judge-context";
import { JudgePanel, JudgeTab } from "./judge/judge-panel";
import { PolicyForm } from "./policy-form";

const kind: StudioKind = {
  shelf: policyShelf,
  Form: PolicyForm,
  Side: JudgePanel,
  mode: "form",
  isWide: true,
  defineName: words.rules,
  tabs: [{ id: "try", name: judge.title, keys: "Mod+Enter", Panel: JudgeTab }],
};

/** The policy of the project: its rules from the top, and what they say of one call. */
export function PolicyPage() {
  const [tool, setTool] = useState("");
  const [judged, setJudged] = useState<JudgedCall | null>(null);
  const judging = useMemo(() => ({ tool, setTool, judged, setJudged }), [tool, judged]);
  return (
    <JudgeContext value={judging}>
      <StudioPage kind={kind} />
    </JudgeContext>
  );
}
