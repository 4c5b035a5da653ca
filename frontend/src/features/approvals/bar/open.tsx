import clsx from "clsx";
import { Check, ShieldCheck, X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from "react";

import { bar as words } from "@/text/approvals";
import { Button } from "@/ui/button";
import { Kbd } from "@/ui/kbd";
import { useMedia, widths } from "@/ui/use-media";

import { amountOf } from "../model/fields";
import { Words } from "../words";
import type { BarProps } from "./bar";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

/** The card can be decided, and this person may. */
export function Open({ reading, desk, acts }: BarProps) {
  const { phase } = useSyncExternalStore(desk.watch, desk.get);
  const phone = useMedia(widths.phone);
  const { card } = reading;
  const armed = phase.kind === "armed";
  const sending = phase.kind === "sending" ? phase.verdict.decision : null;
  const approveButton = useRef<HTMLButtonElement>(null);
  useArmed(armed, desk);
  useEffect(() => {
    const button = approveButton.current;
    if (!armed || button === null) return;
    const before = document.activeElement;
    button.focus();
    return () => {
      if (document.activeElement === button) giveBack(button, before);
    };
  }, [armed]);

  const approve = (
    <Button
      ref={approveButton}
      variant="primary"
      size="big"
      icon={phone ? undefined : Check}
      keys={armed ? "Enter" : "A"}
      aria-disabled={sending !== null}
      onKeyDown={pressOnce}
      onClick={() => desk.approve("press")}
      className="h-12! flex-[1.5] text-16 phone:h-[38px]! phone:flex-none phone:text-13 pointer-coarse:phone:h-12!"
    >
      {sending === "approve"
        ? words.approving
        : armed
          ? words.approveSure(amountOf(reading.fields) ?? card.tool)
          : words.approve}
    </Button>
  );
  const reject = (
    <Button
      variant="danger"
      size="big"
      icon={phone ? undefined : X}
      keys="R"
      aria-disabled={sending !== null}
      onKeyDown={pressOnce}
      onClick={() => desk.dispatch({ type: "open_form", held: false })}
      className="h-12! flex-1 text-16 phone:h-[38px]! phone:flex-none phone:text-13 pointer-coarse:phone:h-12!"
    >
      {sending === "reject" ? words.rejecting : words.reject}
    </Button>
  );
  const others = (
    <>
      <Button variant="ghost" keys="S" aria-disabled={acts.skip === null} onClick={() => acts.skip?.()} className="max-phone:px-2 max-phone:text-14">
        {words.skip}
      </Button>
      <Button variant="ghost" keys="O" onClick={acts.openRun} className="max-phone:px-2 max-phone:text-14">
        {words.openRun}
      </Button>
      <Button variant="ghost" keys="Shift+C" onClick={acts.copyLink} className="max-phone:px-2 max-phone:text-14 phone:ml-auto phone:max-facts:hidden">
        {words.copyLink}
      </Button>
    </>
  );
  if (phone) {
    return (
      <>
        <div className="flex gap-2.5">
          {reject}
          {approve}
        </div>
        {armed ? <p className="py-2.5 text-center text-12 text-fg-2">{words.armedHintTouch}</p> : <div className="mt-1 flex justify-between">{others}</div>}
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {approve}
        {reject}
        <span className="w-1" />
        {others}
      </div>
      {armed ? <p className="mt-2 text-12 font-medium text-fg">{words.armedHint}</p> : <Promise card={card} className="mt-2" />}
    </>
  );
}

interface PromiseProps {
  card: BarProps["reading"]["card"];
  className?: string;
}

/** Whether mine decides, when the call starts, how to take it back, and exactly what is approved. */
export function Promise({ card, className }: PromiseProps) {
  return (
    <p className={clsx("flex items-start gap-2 text-12 text-fg-3", className)}>
      <ShieldCheck size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>
        {card.grace_seconds > 0 ? <Words phrase={words.starts(card.grace_seconds)} strong={undoKey} /> : words.startsAtOnce}{" "}
        <Words
          phrase={words.exact(digestWords(card.digest))}
          strong={(text) => (
            <code data-hint={card.digest} className="text-[11.5px] whitespace-nowrap">
              {text}
            </code>
          )}
        />
      </span>
    </p>
  );
}

/** By its key, or by its name where there are no keys. */
function undoKey(name: string): ReactNode {
  return (
    <>
      <Kbd keys="Z" className="align-middle" />
      <span className="sr-only pointer-coarse:not-sr-only">{name}</span>
    </>
  );
}

/** The first eight signs, in two groups. */
function digestWords(digest: string): string {
  return `${digest.slice(0, 4)} ${digest.slice(4, 8)}`;
}

/** Enter belongs to the armed button only: disarmed, the focus is where it was, or at the sentence. */
function giveBack(button: HTMLElement, before: Element | null): void {
  const wanted = before === null || before === document.body || before === button ? document.getElementById("sentence") : before;
  if (wanted instanceof HTMLElement) wanted.focus();
  else button.blur();
}

/** A held key presses a focused button again and again; here it presses once. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** While armed: Enter confirms, a press elsewhere or any other key steps back. It hears every key first. */
function useArmed(armed: boolean, desk: BarProps["desk"]): void {
  useEffect(() => {
    if (!armed) return;
    const keyDown = (event: globalThis.KeyboardEvent) => {
      if (MODIFIERS.has(event.key)) return;
      if (event.key === "Enter") {
        event.preventDefault();
        event.stopPropagation();
        desk.confirm(event.repeat);
      } else if (!event.repeat) {
        if (event.key === "Escape" || event.key.toLowerCase() === "a") {
          event.preventDefault();
          event.stopPropagation();
        }
        desk.dispatch({ type: "disarm" });
      }
    };
    const pointerDown = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target.closest("[data-on=ink]") : null;
      if (target === null) desk.dispatch({ type: "disarm" });
    };
    const away = () => desk.dispatch({ type: "disarm" });
    window.addEventListener("keydown", keyDown, true);
    window.addEventListener("pointerdown", pointerDown, true);
    window.addEventListener("blur", away);
    return () => {
      window.removeEventListener("keydown", keyDown, true);
      window.removeEventListener("pointerdown", pointerDown, true);
      window.removeEventListener("blur", away);
    };
  }, [armed, desk]);
}
