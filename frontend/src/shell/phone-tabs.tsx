import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { CircleUserRound, Search } from "lucide-react";

import { projectSections, usePersonSections } from "@/shell/menus";
import { Badge } from "@/shell/navigation";
import { buildPlaces, isHere, morePlaces, places, settingsPlace, type PlaceItem } from "@/shell/places";
import { LiveState } from "@/shell/live-state";
import { shell } from "@/text/shell";
import { Menu, type MenuItem, type MenuSection } from "@/ui/menu";

interface PhoneTabsProps {
  waiting: number;
  onPalette: () => void;
}

const tabClass = "relative flex h-[54px] flex-1 flex-col items-center justify-center gap-[3px] text-11 font-medium text-fg-3 aria-[current]:text-fg";

const moreSection: MenuSection = { id: "more", items: morePlaces.map(itemOf) };

const buildSection: MenuSection = {
  id: "build",
  title: shell.build,
  items: [...buildPlaces, settingsPlace].map(itemOf),
};

function itemOf({ to, name, icon }: PlaceItem): MenuItem {
  return { id: to, name, icon, place: { to } };
}

/** The places at the thumb; the rest behind the person. */
export function PhoneTabs({ waiting, onPalette }: PhoneTabsProps) {
  const here = useLocation({ select: (location) => location.pathname });
  // A phone has no letters to turn off, and no other place to change the project.
  const sections = [moreSection, buildSection, ...projectSections(), ...usePersonSections().filter((section) => section.id !== "keys")];
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 border-t border-line bg-surface pb-[max(10px,env(safe-area-inset-bottom))] phone:hidden"
    >
      {places.map(({ to, name, icon: Icon }) => {
        const count = to === "/approvals" ? waiting : 0;
        return (
          <Link key={to} to={to} aria-current={isHere(here, { to }) ? "page" : undefined} className={tabClass}>
            <Icon size={20} aria-hidden="true" />
            {name}
            {count > 0 && (
              <>
                <Badge count={count} className="absolute top-[3px] left-[53%]" />
                <span className="sr-only">{shell.waitForYou(count)}</span>
              </>
            )}
          </Link>
        );
      })}
      <button type="button" onClick={onPalette} className={tabClass}>
        <Search size={20} aria-hidden="true" />
        {shell.search}
      </button>
      <Menu
        label={shell.yours}
        side="top"
        align="end"
        sections={sections}
        trigger={
          <button type="button" className={clsx(tabClass)}>
            <CircleUserRound size={20} aria-hidden="true" />
            {shell.yours}
            <span className="absolute top-1.5 left-[58%]">
              <LiveState compact />
            </span>
          </button>
        }
      />
    </nav>
  );
}
