import { Link, Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import clsx from "clsx";
import { Suspense, useEffect, useRef } from "react";

import { boot } from "@/api/boot";
import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/use-commands";
import { sectionAt, sections, type Section } from "@/features/settings/sections";
import { Page, TabBar, TopBar } from "@/shell/page";
import { ViewMissing } from "@/shell/view-states";
import { settings as words } from "@/text/settings";
import { groups } from "@/text/shell";
import { anyLink, anyNavigation } from "@/ui/place";
import { LoadingRows } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { useMedia, widths } from "@/ui/use-media";

const START = "connections";

/** What holds for the whole project: what its runs reach, what reaches it, and how it moves. */
export function SettingsPage() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const narrow = useMedia(widths.onePane);
  const section = sectionAt(pathname);
  useSectionCommands(section?.hasHead === true);
  if (/\/settings\/?$/.test(pathname)) return <Navigate {...anyNavigation({ to: `/settings/${START}` })} replace />;
  if (section === undefined) return <ViewMissing />;
  const { Part, hasHead } = section;
  return (
    <Page>
      {!hasHead && <TopBar title={words.title} note={boot().project.name} />}
      {narrow && <SectionTabs current={section} />}
      <div className="flex min-h-0 flex-1">
        {!narrow && <SectionList current={section} hasHead={hasHead} />}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Suspense fallback={<LoadingRows rows={6} />} key={section.id}>
            <Part />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

/** Each part by its number, as tabs are; not where a part has tabs of its own. */
function useSectionCommands(hasTabs: boolean): void {
  const navigate = useNavigate();
  useCommands(
    sections.map((section, index): Command => ({
      id: `settings.go.${section.id}`,
      name: words.goTo(section.name),
      short: section.name,
      keys: hasTabs ? undefined : String(index + 1),
      group: groups.settings,
      section: "go",
      icon: section.icon,
      run: () => void navigate(anyNavigation(section.place)),
    })),
  );
}

/** Where there is no room beside: the parts as tabs, with the one that is open in sight. */
function SectionTabs({ current }: { current: Section }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [current]);
  return (
    <div ref={bar}>
      <TabBar>
        <Tabs label={words.sections} current={current.id} items={sections.map((each) => ({ id: each.id, name: each.name, ...each.place }))} />
      </TabBar>
    </div>
  );
}

function SectionList({ current, hasHead }: { current: Section; hasHead: boolean }) {
  const groups = [...new Set(sections.map((each) => each.group))];
  return (
    <nav aria-label={words.sections} className={clsx("flex w-48 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line px-2.5 pb-5", !hasHead && "pt-5")}>
      {hasHead && <p className="-mx-2.5 -mb-0.5 flex h-(--top-h) shrink-0 items-center border-b border-line px-5 text-14 font-semibold">{words.title}</p>}
      {groups.map((group) => (
        <div key={group}>
          <h2 className="px-2.5 pb-1.5 text-12 text-fg-3">{group}</h2>
          <ul className="flex flex-col gap-px">
            {sections
              .filter((each) => each.group === group)
              .map((each) => (
                <li key={each.id}>
                  <Link
                    {...anyLink(each.place)}
                    aria-current={each.id === current.id ? "page" : undefined}
                    className={clsx(
                      "flex h-[30px] items-center rounded-control px-2.5 transition-colors pointer-coarse:h-11",
                      each.id === current.id ? "bg-selected font-medium text-fg" : "text-fg-2 hover:bg-hover",
                    )}
                  >
                    {each.name}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
