import { Send, Terminal, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";

import { newIdempotencyKey } from "@/api/idempotency";
import { Foldable } from "@/features/approvals/detail/foldable";
import { OutcomeWord } from "@/features/policy/outcome-word";
import { tools, tryTool as words } from "@/text/tools";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { ForeignText } from "@/ui/foreign-text";
import { toasts } from "@/ui/toasts";

import { curlOf } from "../model/curl";
import { bodyText, type DryTry } from "../model/tries";
import type { Try } from "./use-try";

interface DryViewProps {
  trying: Try;
  dry: DryTry;
  effect: unknown;
}

/** Exactly what would be sent, what the policy says of it, and sending it. */
export function DryView({ trying, dry, effect }: DryViewProps) {
  return (
    <section aria-labelledby="dry-title" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-baseline gap-x-2">
        <h2 id="dry-title" className="text-16 font-semibold">
          {words.willSend}
        </h2>
        <span className="text-12 text-fg-3">{trying.real === null ? words.nothingSent : ""}</span>
        <Button
          size="small"
          variant="ghost"
          icon={Terminal}
          className="ml-auto"
          onClick={() => void copyText(curlOfDry(dry)).then((done) => done && toasts.show({ text: tools.copied, seconds: 3 }))}
        >
          {tools.copyCurl}
        </Button>
      </header>
      <div className="rounded-card border border-line">
        <p className="border-b border-line bg-sunken px-3 py-2 font-mono text-12 wrap-anywhere">
          <b>{dry.method}</b> <ForeignText text={dry.url} />
        </p>
        <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-2 p-3">
          <Fact name={words.host}>
            <ForeignText text={dry.host} mono />
          </Fact>
          <Fact name={words.headers}>
            <ul className="font-mono text-12">
              {Object.entries(dry.headers).map(([name, value]) => (
                <li key={name} className="wrap-anywhere">
                  <ForeignText text={`${name}: ${value}`} />
                </li>
              ))}
              {dry.credential !== null && (
                <li className="wrap-anywhere">
                  <ForeignText text={`${dry.credential.header}: `} />
                  <span className="rounded-chip bg-approval-bg px-1 text-approval-fg">{words.credential(dry.credential.name)}</span>
                </li>
              )}
            </ul>
          </Fact>
          <Fact name={words.body}>
            {dry.body === null ? <span className="text-fg-3">{words.noBody}</span> : <Foldable text={bodyText(dry.body)} mono />}
          </Fact>
        </dl>
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-12 text-fg-3">{words.sentence}</span>
        <p className="text-16 font-medium wrap-anywhere">
          <ForeignText text={dry.sentence} strictness="prose" />
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <OutcomeWord outcome={dry.verdict.outcome} name={words.verdicts[dry.verdict.outcome]} />
        <span className="min-w-0 text-fg-2 wrap-anywhere">
          <ForeignText text={dry.verdict.rule === null ? words.byDefault : words.because(dry.verdict.rule)} strictness="prose" />
        </span>
      </p>
      {dry.problems.map((problem) => (
        <p key={problem.code} className="flex items-start gap-1.5 text-danger">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <ForeignText text={problem.message} strictness="prose" />
          </span>
        </p>
      ))}
      {dry.problems.length === 0 && <SendPart trying={trying} dry={dry} isRead={effect === "read_only"} />}
    </section>
  );
}

/** Sending takes a second press: for whatever it does, nobody else is asked. */
function SendPart({ trying, dry, isRead }: { trying: Try; dry: DryTry; isRead: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const digest = <code className="text-12 text-fg-3">{words.digest(dry.digest.slice(0, 8))}</code>;
  if (dry.verdict.outcome === "deny") return <p className="text-12 text-fg-3">{words.realDenied}</p>;
  if (trying.stale) return <p className="text-12 text-fg-3">{words.stale}</p>;
  if (trying.sending) return <p role="status">{words.sending}</p>;
  if (!isAsked) {
    return (
      <div className="flex flex-wrap items-center gap-2.5">
        <Button icon={Send} onClick={() => setAsked(true)}>
          {words.real}
        </Button>
        {digest}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2.5 rounded-card border border-line-strong p-3">
      <p>{dry.verdict.outcome === "ask" ? words.realAsked : isRead ? words.realRead : words.realWarning}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          autoFocus
          variant={isRead ? "primary" : "danger-solid"}
          onClick={() => {
            setAsked(false);
            trying.send();
          }}
        >
          {words.realConfirm(dry.host)}
        </Button>
        <Button variant="ghost" onClick={() => setAsked(false)}>
          {words.keep}
        </Button>
        {digest}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-5 text-fg-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** As a line for a shell; the key that each sending makes anew is made here. */
function curlOfDry({ headers, ...dry }: DryTry): string {
  const names = Object.keys(headers);
  const own = names.find((name) => name.toLowerCase() === "idempotency-key");
  return curlOf({ ...dry, headers: own === undefined ? headers : { ...headers, [own]: newIdempotencyKey() } });
}
