import { card as words } from "@/text/approvals";
import { state } from "@/text/common";
import { Avatar, type AvatarKind } from "@/ui/avatar";
import { ForeignText } from "@/ui/foreign-text";
import { Clock } from "@/ui/time";

import { laidOut } from "../model/laid-out";
import { ledTo, type Said } from "../model/led-to";
import type { Reading } from "../use-reading";
import { Foldable } from "./foldable";

const kinds: Record<Said["speaker"]["kind"], AvatarKind> = { person: "person", key: "key", agent: "agent", tool: "baton" };

/** What was said before the call, each by its speaker. It is text of others, whatever it claims to be. */
export function LedTo({ said }: { said: readonly Said[] }) {
  return (
    <ol className="flex flex-col">
      {said.map(({ key, speaker, text, at }) => (
        <li key={key} className="grid grid-cols-[26px_minmax(0,1fr)] gap-x-2.5 py-[7px]">
          <Avatar name={speaker.name} kind={kinds[speaker.kind]} size="large" />
          <div className="min-w-0">
            <div className="text-12 text-fg-3">
              <b className={speaker.kind === "tool" ? "font-mono font-medium text-fg" : "font-medium text-fg"}>
                <ForeignText text={speaker.name} />
              </b>
              {at !== null && (
                <>
                  {" · "}
                  <Clock at={at} />
                </>
              )}
            </div>
            <Foldable text={speaker.kind === "tool" ? laidOut(textOf(text)) : textOf(text)} mono={speaker.kind === "tool"} className="text-fg-2" />
            {typeof text !== "string" && <p className="text-12 text-fg-3">{words.longText(text.size)}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function textOf(text: Said["text"]): string {
  return typeof text === "string" ? text : text.head;
}

/** The same once the run is read; it says so when it cannot be. */
export function LedToPart({ reading }: { reading: Reading }) {
  const { card, run, runFailed } = reading;
  if (run !== undefined) return <LedTo said={ledTo(run, card.call_id)} />;
  if (!runFailed) return <p className="text-fg-3">{state.loading}</p>;
  return (
    <>
      <p className="text-fg-3">{words.ledToFailed}</p>
      <Foldable text={card.run.input_head} className="mt-1 text-fg-2" />
    </>
  );
}
