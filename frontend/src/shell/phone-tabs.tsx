import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { CircleUserRound, Search } from "lucide-react";

import { projectSections, usePersonSections } from "@/shell/menus";
import { Badge, places } from "@/shell/navigation";
import { LiveState } from "@/shell/live-state";
import { shell } from "@/text/shell";
import { Menu } from "@/ui/menu";

interface PhoneTabsProps {
  waiting: number;
  onPalette: () => void;
}

const tabClass = "relative flex h-[54px] flex-1 flex-col items-center justify-center gap-[3px] text-11 font-medium text-fg-3 aria-[current]:text-fg";

/** The places at the thumb; the rest behind the person. */
export function PhoneTabs({ waiting, onPalette }: PhoneTabsProps) {
  const here = useLocation({ select: (location) => location.pathname });
  // A phone has no letters to turn off, and no other place to change the project.
  const sections = [...projectSections(), ...usePersonSections().filter((section) => section.id !== "keys")];
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 border-t border-line bg-surface pb-[max(10px,env(safe-area-inset-bottom))] phone:hidden"
    >
      {places.map(({ to, name, icon: Icon }) => {
        const count = to === "/approvals" ? waiting : 0;
        return (
          <Link key={to} to={to} aria-current={here.includes(to) ? "page" : undefined} className={tabClass}>
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
