import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { BookOpen, CircleHelp, PanelLeft, Search } from "lucide-react";

import { PersonMenu, ProjectMenu } from "@/shell/menus";
import { buildPlaces, isHere, morePlaces, places, settingsPlace, type PlaceItem } from "@/shell/places";
import { shell } from "@/text/shell";
import { number } from "@/text/plural";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";

interface NavigationProps {
  rail: boolean;
  /** Approvals that this person may decide now. */
  waiting: number;
  onToggle: () => void;
  onPalette: () => void;
  onKeys: () => void;
}

const itemClass =
  "flex h-[30px] items-center gap-[9px] rounded-control px-2 transition-colors pointer-coarse:h-11";
const railItemClass =
  "relative grid size-9 place-items-center rounded-control transition-colors pointer-coarse:size-11";
const quiet = "text-fg-2 hover:bg-current-place/60";

/** The places there are, what waits in them, and who one is. */
export function Navigation({ rail, waiting, onToggle, onPalette, onKeys }: NavigationProps) {
  const here = useLocation({ select: (location) => location.pathname });
  return (
    <nav
      aria-label={shell.navigation}
      className={clsx("hidden min-h-0 flex-col gap-px border-r border-line bg-canvas p-2.5 phone:flex", rail && "items-center")}
    >
      <ProjectMenu rail={rail} />
      {rail ? (
        <IconButton icon={Search} label={shell.find} keys="Mod+K" onClick={onPalette} className="mb-2 size-9" />
      ) : (
        <button
          type="button"
          onClick={onPalette}
          aria-keyshortcuts="Control+K"
          className="mb-2 flex h-8 items-center gap-2 rounded-control border border-line-strong bg-surface px-2 text-fg-3 transition-colors hover:border-line-control"
        >
          <Search size={14} aria-hidden="true" />
          <span className="flex-1 text-left">{shell.find}</span>
          <Kbd keys="Mod+K" />
        </button>
      )}
      <div className="min-h-0 overflow-y-auto">
        <ul className="flex flex-col gap-px">
          {[...places, ...morePlaces].map((place) => (
            <li key={place.to}>
              <NavItem place={place} rail={rail} current={isHere(here, place)} count={place.to === "/approvals" ? waiting : 0} />
            </li>
          ))}
        </ul>
        {rail ? (
          <div aria-hidden="true" className="my-2 border-t border-line" />
        ) : (
          <h2 className="px-2 pt-3.5 pb-1 text-12 font-medium text-fg-3">
            {shell.build}
          </h2>
        )}
        <ul aria-label={shell.build} className="flex flex-col gap-px">
          {buildPlaces.map((place) => (
            <li key={place.to}>
              <NavItem place={place} rail={rail} current={isHere(here, place)} count={0} />
            </li>
          ))}
        </ul>
      </div>
      <div className={clsx("mt-auto flex flex-col gap-px border-t border-line pt-2", rail && "items-center")}>
        <NavItem place={settingsPlace} rail={rail} current={isHere(here, settingsPlace)} count={0} />
        {rail ? (
          <>
            <a href="/api/docs/" aria-label={shell.apiDocs} data-hint={shell.apiDocs} className={clsx(railItemClass, quiet)}>
              <BookOpen size={16} aria-hidden="true" />
            </a>
            <IconButton icon={CircleHelp} label={shell.help} keys="?" onClick={onKeys} className="size-9" />
            <IconButton icon={PanelLeft} label={shell.unfold} keys="[" onClick={onToggle} className="size-9" />
          </>
        ) : (
          <>
            <a href="/api/docs/" className={clsx(itemClass, quiet)}>
              <BookOpen size={16} aria-hidden="true" className="text-fg-3" />
              {shell.apiDocs}
            </a>
            <button type="button" onClick={onKeys} aria-keyshortcuts="?" className={clsx(itemClass, quiet)}>
              <CircleHelp size={16} aria-hidden="true" className="text-fg-3" />
              {shell.help}
              <Kbd keys="?" className="ml-auto" />
            </button>
            <button type="button" onClick={onToggle} aria-keyshortcuts="[" className={clsx(itemClass, quiet)}>
              <PanelLeft size={16} aria-hidden="true" className="text-fg-3" />
              {shell.fold}
              <Kbd keys="[" className="ml-auto" />
            </button>
          </>
        )}
        <PersonMenu rail={rail} />
      </div>
    </nav>
  );
}

interface NavItemProps {
  place: PlaceItem;
  rail: boolean;
  current: boolean;
  count: number;
}

function NavItem({ place, rail, current, count }: NavItemProps) {
  const { icon: Icon } = place;
  const label = count > 0 ? `${place.name}, ${shell.waitForYou(count)}` : place.name;
  return (
    <Link
      to={place.to}
      aria-current={current ? "page" : undefined}
      aria-label={rail ? label : undefined}
      data-hint={rail ? label : undefined}
      className={clsx(rail ? railItemClass : itemClass, current ? "bg-current-place font-medium text-fg" : quiet)}
    >
      <Icon size={16} aria-hidden="true" className={clsx(!current && !rail && "text-fg-3")} />
      {!rail && place.name}
      {count > 0 && <Badge count={count} className={rail ? "absolute -top-1 -right-1.5" : "ml-auto"} />}
      {count > 0 && !rail && <span className="sr-only">{shell.waitForYou(count)}</span>}
    </Link>
  );
}

/** How much waits for this person. */
export function Badge({ count, className }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "min-w-5 rounded-full bg-approval-bg px-1.5 py-px text-center text-11 font-semibold text-approval-fg tabular-nums",
        className,
      )}
    >
      {number(count)}
    </span>
  );
}
