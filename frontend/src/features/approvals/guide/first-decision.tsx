import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Check, X } from "lucide-react";
import { useId } from "react";

import { act } from "@/text/common";
import { guide as words } from "@/text/approvals";
import { Button, buttonClass } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { useNow } from "@/ui/now";
import { anyLink } from "@/ui/place";

import type { GuideState } from "./use-guide";

const STEPS = [words.sentence, words.why, words.decide] as const;

/** Three steps beside the first card of the demo. It points, and takes nothing over. */
export function FirstDecision({ guide }: { guide: GuideState }) {
  const id = useId();
  const { step, isDone, run, startsAt, next, close } = guide;
  const now = useNow("second");
  const done = startsAt !== null && now < startsAt ? words.done : words.counts;
  return (
    <section aria-labelledby={id} className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-1 rounded-card phone:flex-nowrap border border-line bg-accent-soft py-2.5 pr-2 pl-3.5">
      <ol aria-hidden="true" className="mr-auto flex gap-1 pt-[3px] phone:mr-0">
        {STEPS.map((text, index) => (
          <li
            key={text}
            className={clsx(
              "grid size-[18px] place-items-center rounded-full text-11 font-semibold",
              isDone || index < step ? "bg-accent text-surface" : index === step ? "border border-accent text-accent" : "border border-line-control text-fg-3",
            )}
          >
            {isDone || index < step ? <Check size={12} /> : index + 1}
          </li>
        ))}
      </ol>
      <div className="order-last min-w-full flex-1 pr-1.5 phone:order-none phone:min-w-0">
        <h2 id={id} className="font-semibold">
          {words.title}
          {!isDone && <span className="sr-only"> {words.step(step + 1, STEPS.length)}</span>}
        </h2>
        <p role="status" className="text-fg-2">
          {isDone ? done : STEPS[step]}
        </p>
      </div>
      {isDone && run !== null ? (
        <Link {...anyLink(run)} className={buttonClass({ variant: "plain", size: "small" })} onClick={close}>
          {words.watch}
        </Link>
      ) : (
        step < STEPS.length - 1 && (
          <Button size="small" onClick={next}>
            {words.nextStep}
          </Button>
        )
      )}
      <IconButton icon={X} label={isDone ? act.close : words.dismiss} onClick={close} />
    </section>
  );
}
