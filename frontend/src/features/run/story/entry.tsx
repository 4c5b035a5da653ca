import clsx from "clsx";
import { memo, type ReactNode } from "react";

import { Countdown } from "@/features/run/countdown";
import { Marked, PhraseText } from "@/features/run/marked";
import { isSame } from "@/features/run/model/same";
import type { StoryItem } from "@/features/run/model/story-item";
import { EntryDot } from "@/features/run/story/entry-dot";
import { LiveWords } from "@/features/run/story/live-words";
import { PlanList } from "@/features/run/story/plan-list";
import { QuoteBlock } from "@/features/run/story/quote-block";
import { WaitBlock } from "@/features/run/story/wait-block";
import { WhyBlock } from "@/features/run/story/why-block";
import { Clock } from "@/ui/time";

interface EntryProps {
  runId: string;
  item: StoryItem;
  /** The words of the model so far, where they arrive now. */
  partial: string | null;
  find: string;
  current: boolean;
  /** Its place where only those in sight are drawn: from the top, and among all. */
  start?: number;
  index?: number;
  of?: number;
  measure?: (element: HTMLLIElement | null) => void;
  /** The next act, where the entry says why something failed. */
  act?: ReactNode;
  onOpen: (key: string) => void;
}

/** One entry of the story, on a line from the message to the end. */
export const Entry = memo(function Entry({ runId, item, partial, find, current, start, index, of, measure, act, onOpen }: EntryProps) {
  const placed = start !== undefined;
  return (
    <li
      ref={measure}
      id={`entry-${item.key}`}
      data-index={index}
      aria-posinset={index === undefined ? undefined : index + 1}
      aria-setsize={of}
      style={placed ? { transform: `translateY(${start}px)` } : undefined}
      aria-current={current ? "step" : undefined}
      className={clsx(
        placed ? "absolute inset-x-0 top-0" : "relative",
        "grid grid-cols-[26px_minmax(0,1fr)_auto] gap-x-3 pt-1 pb-3.5 phone:grid-cols-[74px_24px_minmax(0,1fr)] phone:pb-4",
        "before:absolute before:top-8 before:-bottom-1 before:left-[12.5px] before:border-l-[1.5px] before:border-line-strong last:before:hidden phone:before:top-[26px] phone:before:left-[97.5px]",
        item.open && "before:border-dashed",
        "scroll-my-8 phone:pr-2",
      )}
    >
      <span className="order-last text-right text-12 leading-[22px] text-fg-3 phone:order-none">
        {item.at !== null && <Clock at={item.at} seconds inRow className="max-phone:hidden" />}
        {item.at !== null && <Clock at={item.at} inRow className="phone:hidden" />}
      </span>
      <span className="z-[1] grid h-[26px] place-items-center bg-surface phone:h-6">
        <EntryDot item={item} />
      </span>
      <div className={clsx("min-w-0", current && "-mx-2 -my-1 rounded-control bg-selected px-2 py-1 shadow-[inset_2px_0_var(--accent)]")}>
        <EntrySentence item={item} arrives={partial !== null && partial !== ""} find={find} onOpen={onOpen} />
        {item.quotes.map((quote, index) => (
          <QuoteBlock key={index} runId={runId} quote={quote} find={find} />
        ))}
        {item.list.length > 0 && <PlanList lines={item.list} find={find} />}
        {partial !== null && <LiveWords text={partial} />}
        {item.facts.length > 0 && (
          <p className={clsx("mt-0.5 text-12 text-fg-3", item.later && "text-pretty")}>
            <Marked text={item.facts.join(" ")} find={find} />
          </p>
        )}
        {item.nextTry !== null && <Countdown next={item.nextTry} className="mt-0.5 block text-12 text-fg-2" />}
        {item.wait !== null && <WaitBlock card={item.wait} find={find} />}
        {item.problem !== null && <WhyBlock problem={item.problem} find={find} act={act} />}
      </div>
    </li>
  );
}, isDrawnSame);

/** The story is told anew with every event; an entry that says the same is not drawn again. */
function isDrawnSame({ item: one, ...before }: EntryProps, { item: other, ...after }: EntryProps): boolean {
  const names = Object.keys(before) as (keyof typeof before)[];
  return names.every((name) => before[name] === after[name]) && isSame(one, other);
}

interface EntrySentenceProps extends Pick<EntryProps, "item" | "find" | "onOpen"> {
  /** Words of the model arrive. */
  arrives: boolean;
}

function EntrySentence({ item, arrives, find, onOpen }: EntrySentenceProps) {
  const sentence = arrives && item.writing !== null ? item.writing.sentence : item.sentence;
  const text = <PhraseText phrase={sentence} find={find} />;
  const look = clsx("text-14 text-pretty", item.later ? "text-fg-3" : "text-fg-2");
  if (item.step === null && item.item === null) return <p className={look}>{text}</p>;
  return (
    <button type="button" onClick={() => onOpen(item.key)} className={clsx(look, "block rounded-chip text-left hover:underline hover:decoration-line-control hover:decoration-1 hover:underline-offset-3")}>
      {text}
    </button>
  );
}
