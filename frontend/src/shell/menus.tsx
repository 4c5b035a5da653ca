import clsx from "clsx";
import { ChevronDown, LogIn, LogOut } from "lucide-react";

import { basePath, boot } from "@/api/boot";
import { signOut } from "@/api/client";
import { singleKeys } from "@/commands/preferences";
import { Brand } from "@/shell/brand";
import { useConnection } from "@/shell/connection";
import { LiveState } from "@/shell/live-state";
import { theme, type Theme } from "@/shell/theme";
import { roles } from "@/text/roles";
import { connection, shell } from "@/text/shell";
import { Avatar } from "@/ui/avatar";
import { Menu, type MenuSection } from "@/ui/menu";
import { signInAgain } from "@/ui/sign-in";
import { useStored } from "@/ui/stored";

/** The organization and project one works in, and the others one may work in. */
export function ProjectMenu({ rail }: { rail: boolean }) {
  const { organization, project } = boot();
  return (
    <Menu
      label={shell.switchProject(organization.name, project.name)}
      sections={projectSections()}
      trigger={
        <button
          type="button"
          aria-label={rail ? shell.switchProject(organization.name, project.name) : undefined}
          className={clsx(
            "mb-1.5 flex items-center gap-2 rounded-control text-left transition-colors hover:bg-current-place/60",
            rail ? "size-9 justify-center" : "h-9 px-1.5",
          )}
        >
          <Brand />
          {!rail && (
            <>
              <span className="min-w-0 flex-1">
                <span data-cut="" className="block truncate leading-4 font-semibold">
                  {organization.name}
                </span>
                <span data-cut="" className="block truncate text-11 text-fg-3">
                  {project.name}
                </span>
              </span>
              <span className="sr-only">{shell.switch}</span>
              <ChevronDown size={14} aria-hidden="true" className="shrink-0" />
            </>
          )}
        </button>
      }
    />
  );
}

/** Who one is: theme, keys, the way out; beside it whether the page is live. */
export function PersonMenu({ rail }: { rail: boolean }) {
  const name = yourName();
  return (
    <div className={clsx("flex items-center", rail ? "flex-col gap-1 pt-1" : "h-[34px] gap-1")}>
      <Menu
        label={shell.you(name, yourRole())}
        side="top"
        sections={usePersonSections()}
        trigger={
          <button
            type="button"
            aria-label={rail ? shell.you(name, yourRole()) : undefined}
            className={clsx(
              "flex min-w-0 items-center gap-2 rounded-control transition-colors hover:bg-current-place/60",
              rail ? "size-9 justify-center" : "h-[30px] flex-1 px-2 text-left",
            )}
          >
            <Avatar name={name} kind={boot().person === null ? "key" : "person"} />
            {!rail && (
              <>
                <span data-cut="" className="truncate">
                  {name}
                </span>
                <span className="sr-only">{shell.yourMenu}</span>
              </>
            )}
          </button>
        }
      />
      <span className={clsx(!rail && "pr-2")}>
        <LiveState compact={rail} />
      </span>
    </div>
  );
}

/** What stands behind a person's name. */
export function usePersonSections(): MenuSection[] {
  const chosen = useStored(theme);
  const single = useStored(singleKeys);
  const { state } = useConnection();
  return [
    {
      id: "theme",
      title: shell.theme,
      items: (["system", "light", "dark"] as const).map((value: Theme) => ({
        id: value,
        name: shell.themes[value],
        checked: value === chosen,
        onSelect: () => theme.set(value),
      })),
    },
    {
      id: "keys",
      title: shell.keysSection,
      items: [
        {
          id: "single",
          name: shell.singleKeys,
          detail: shell.singleKeysDetail,
          checked: single,
          onSelect: () => singleKeys.set(!single),
        },
      ],
    },
    state === "signed_out"
      ? { id: "in", items: [{ id: "in", name: connection.signIn, icon: LogIn, onSelect: signInAgain }] }
      : { id: "out", items: [{ id: "out", name: shell.signOut, icon: LogOut, onSelect: () => void signOut() }] },
  ];
}

/** The projects one may work in, by organization. */
export function projectSections(): MenuSection[] {
  const { project, projects } = boot();
  const byOrganization = new Map<string, MenuSection & { items: MenuSection["items"][number][] }>();
  for (const each of projects) {
    const section = byOrganization.get(each.organization.id) ?? {
      id: each.organization.id,
      title: each.organization.name,
      items: [],
    };
    section.items.push({
      id: each.project.id,
      name: each.project.name,
      detail: each.role === null ? undefined : roles[each.role],
      ...(each.project.id === project.id
        ? { checked: true }
        : { href: `${basePath(each)}/runs` }),
    });
    byOrganization.set(each.organization.id, section);
  }
  return [...byOrganization.values()];
}

function yourName(): string {
  const { person, key } = boot();
  return person?.name ?? key?.name ?? "";
}

function yourRole(): string {
  const { role } = boot();
  return role === null ? "" : roles[role];
}
