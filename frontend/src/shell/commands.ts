/** The acts that are there on every page. */

import { useNavigate } from "@tanstack/react-router";
import { Activity, BookOpen, Inbox, Keyboard, Link2, Moon, PanelLeft, Play, Search, Sun, SunMoon, Undo2 } from "lucide-react";

import { can } from "@/api/boot";
import type { Command } from "@/commands/command";
import { openOverlay } from "@/shell/overlays";
import { buildPlaces, morePlaces, settingsPlace } from "@/shell/places";
import { theme } from "@/shell/theme";
import { denied } from "@/text/denied";
import { everywhere as words, groups } from "@/text/shell";
import { copyText } from "@/ui/copy-text";
import { toasts } from "@/ui/toasts";

/** Everywhere: places, palette, keys, theme, undo. */
export function useShellCommands(toggleNavigation: () => void): Command[] {
  const navigate = useNavigate();
  const group = groups.everywhere;
  return [
    {
      id: "palette",
      name: words.palette,
      short: words.paletteShort,
      keys: "Mod+K",
      group,
      hidden: true,
      inFields: true,
      icon: Search,
      run: () => openOverlay({ kind: "palette" }),
    },
    { id: "keys", name: words.sheet, short: words.sheetShort, keys: "?", group, section: "go", icon: Keyboard, run: () => openOverlay({ kind: "keys" }) },
    { id: "go.runs", name: words.goRuns, short: words.goRunsShort, keys: "G R", group, section: "go", icon: Activity, run: () => void navigate({ to: "/runs" }) },
    {
      id: "go.approvals",
      name: words.goApprovals,
      short: words.goApprovalsShort,
      keys: "G A",
      group,
      section: "go",
      icon: Inbox,
      run: () => void navigate({ to: "/approvals" }),
    },
    ...[...morePlaces, ...buildPlaces, settingsPlace].map(({ to, name, icon, letter }): Command => ({
      id: `go${to.replace("/", ".")}`,
      name: words.goTo(name),
      short: words.goToShort(name),
      keys: `G ${letter}`,
      group,
      section: "go",
      icon,
      run: () => void navigate({ to }),
    })),
    { id: "go.docs", name: words.docs, group, section: "go", icon: BookOpen, run: () => window.location.assign("/api/docs/") },
    {
      id: "run.start",
      name: words.startRun,
      group: groups.start,
      section: "start",
      icon: Play,
      allowed: () => can("runs:start") || denied.startRun,
      run: () => openOverlay({ kind: "start", agent: null }),
    },
    { id: "navigation", name: words.fold, short: words.foldShort, keys: "[", group, section: "go", icon: PanelLeft, run: toggleNavigation },
    {
      id: "undo",
      name: words.undo,
      short: words.undoShort,
      keys: "Z",
      group,
      hidden: true,
      icon: Undo2,
      run: () => {
        if (!toasts.undoNewest()) toasts.show({ text: words.nothingToUndo, seconds: 3 });
      },
    },
    {
      id: "link",
      name: words.copyLink,
      short: words.copyLinkShort,
      keys: "Shift+C",
      group,
      section: "go",
      icon: Link2,
      run: () =>
        void copyText(window.location.href).then((done) =>
          toasts.show({ text: done ? words.linkCopied : words.linkNotCopied, seconds: 3 }),
        ),
    },
    { id: "theme.light", name: words.themeLight, group, section: "go", icon: Sun, run: () => theme.set("light") },
    { id: "theme.dark", name: words.themeDark, group, section: "go", icon: Moon, run: () => theme.set("dark") },
    { id: "theme.system", name: words.themeSystem, group, section: "go", icon: SunMoon, run: () => theme.set("system") },
  ];
}
