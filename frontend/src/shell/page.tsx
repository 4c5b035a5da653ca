import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";

import { LiveState } from "@/shell/live-state";
import { useTitle } from "@/shell/title";
import { act } from "@/text/common";
import { Kbd } from "@/ui/kbd";
import { Panel } from "@/ui/panel";
import { anyLink, type Place } from "@/ui/place";
import { useMedia, widths } from "@/ui/use-media";

export interface PathStep {
  name: string;
  place: Place;
}

interface TopBarProps {
  /** The parents, each a link; on a phone the last one is the way back. */
  path?: readonly PathStep[];
  title: string;
  /** The title as drawn, where it is text of others; `title` names the browser tab. */
  heading?: ReactNode;
  /** Quiet words beside the title. */
  note?: ReactNode;
  /** The state of the object. */
  state?: ReactNode;
  /** Acts, at the right end; one of them is primary. */
  children?: ReactNode;
}

/** Where one is, what it is, and what can be done with it. */
export function TopBar({ path = [], title, heading, note, state, children }: TopBarProps) {
  useTitle(title);
  const back = path.at(-1);
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-2.5 border-b border-line pr-2 pl-4 phone:h-(--top-h) phone:pr-4 phone:pl-5">
      {back !== undefined && (
        <Link
          {...anyLink(back.place)}
          aria-label={act.back}
          className="-ml-3 grid size-11 shrink-0 place-items-center rounded-control text-fg-2 phone:hidden"
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
      )}
      {path.map((step) => (
        <Fragment key={step.place.to}>
          <Link {...anyLink(step.place)} className="hidden shrink-0 rounded-chip text-fg-3 hover:text-fg phone:inline">
            {step.name}
          </Link>
          <ChevronRight size={14} aria-hidden="true" className="hidden shrink-0 text-line-control phone:block" />
        </Fragment>
      ))}
      <h1 data-cut="" tabIndex={-1} className="min-w-0 shrink truncate text-16 font-semibold phone:text-14">
        {heading ?? title}
      </h1>
      {note !== undefined && <span className="hidden min-w-0 shrink-[2] truncate text-fg-3 phone:inline">{note}</span>}
      {state}
      <span className="ml-auto flex shrink-0 items-center gap-2">{children}</span>
    </header>
  );
}

interface TabBarProps {
  children: ReactNode;
  /** At the right end. */
  tools?: ReactNode;
}

/** Tabs or saved views at the left, tools at the right. */
export function TabBar({ children, tools }: TabBarProps) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-4 pl-1.5 phone:pl-2.5">
      {children}
      {tools !== undefined && <span className="ml-auto flex shrink-0 items-center gap-1">{tools}</span>}
    </div>
  );
}

export interface FooterKey {
  /** Several presses that belong together: `J`, `K`. */
  keys: readonly string[];
  name: string;
}

interface FooterBarProps {
  keys?: readonly FooterKey[];
  /** Before the live state. */
  children?: ReactNode;
}

/** Under a list: keys at the left, what is new and the live state at the right. Phones have neither keys nor room. */
export function FooterBar({ keys = [], children }: FooterBarProps) {
  return (
    <footer className="hidden h-9 shrink-0 items-center gap-2 border-t border-line px-5 text-12 text-fg-3 phone:flex">
      <span aria-hidden="true" className="flex min-w-0 items-center gap-2 overflow-hidden whitespace-nowrap pointer-coarse:hidden">
        {keys.map((each) => (
          <span key={each.name} className="flex items-center gap-1">
            {each.keys.map((press) => (
              <Kbd key={press} keys={press} />
            ))}
            <span className="pl-0.5">{each.name}</span>
          </span>
        ))}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-3">
        {children}
        <LiveState />
      </span>
    </footer>
  );
}

interface TwoPaneProps {
  /** The width of the list is remembered under it. */
  id: string;
  /** What the list is, for its handle. */
  label: string;
  list: ReactNode;
  detail: ReactNode;
  /** Under 960 px there is room for one: whether it is the detail. */
  showsDetail: boolean;
  initial?: number;
}

/** List and detail beside each other, where there is room for both. */
export function TwoPane({ id, label, list, detail, showsDetail, initial = 404 }: TwoPaneProps) {
  const onePane = useMedia(widths.onePane);
  if (onePane) return <div className="flex min-h-0 flex-1 flex-col">{showsDetail ? detail : list}</div>;
  return (
    <div className="flex min-h-0 flex-1">
      <Panel id={id} label={label} side="left" initial={initial} least={288} most={640}>
        {list}
      </Panel>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{detail}</div>
    </div>
  );
}

/** The content of a view, as high as the window: its parts scroll, the page does not. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clsx("flex min-h-0 min-w-0 flex-1 flex-col bg-surface", className)}>{children}</div>;
}
