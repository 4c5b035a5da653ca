import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, type CSSProperties, type RefObject } from "react";

import { KeyDispatcher } from "@/commands/dispatcher";
import { singleKeys } from "@/commands/preferences";
import { registry } from "@/commands/registry";
import { useCommands } from "@/commands/use-commands";
import { useShellCommands } from "@/shell/commands";
import { useApprovalCounts } from "@/shell/counts";
import { KeySheet } from "@/shell/key-sheet";
import { Navigation } from "@/shell/navigation";
import { useNavigationState } from "@/shell/navigation-state";
import { Outages } from "@/shell/outages";
import { closeOverlay, openOverlay, useOverlay } from "@/shell/overlays";
import { Palette } from "@/shell/palette";
import { PhoneTabs } from "@/shell/phone-tabs";
import { useTitleCount } from "@/shell/title";
import { shell } from "@/text/shell";
import { announce, useAnnouncement } from "@/ui/announce";
import { HintLayer } from "@/ui/hint";
import { ToastLayer } from "@/ui/toast";
import { toasts } from "@/ui/toasts";

const StartDialog = lazy(() => import("@/features/runs/start-dialog"));

/** The frame around every view: navigation, keys, palette, toasts and what is read aloud. */
export function Shell() {
  const navigation = useNavigationState();
  const counts = useApprovalCounts();
  const overlay = useOverlay();
  const main = useRef<HTMLElement>(null);
  const waiting = counts.data?.mine ?? 0;
  useTitleCount(waiting);
  useKeys();
  useFocusOnView(main);
  useCommands(useShellCommands(navigation.toggle));

  const size = navigation.rail ? "var(--nav-rail-w)" : "var(--nav-w)";
  return (
    <div
      style={{ "--nav-now": size } as CSSProperties}
      className="grid h-dvh grid-rows-[minmax(0,1fr)_auto] overflow-hidden phone:grid-cols-[var(--nav-now)_minmax(0,1fr)] phone:grid-rows-1"
    >
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-ink px-3 py-2 text-on-ink focus:translate-y-0"
      >
        {shell.skip}
      </a>
      <Navigation
        rail={navigation.rail}
        waiting={waiting}
        onToggle={navigation.toggle}
        onPalette={() => openOverlay({ kind: "palette" })}
        onKeys={() => openOverlay({ kind: "keys" })}
      />
      <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col bg-surface outline-none">
        <Outages />
        <Outlet />
      </main>
      <PhoneTabs waiting={waiting} onPalette={() => openOverlay({ kind: "palette" })} />
      {overlay.kind === "palette" && <Palette onClose={closeOverlay} />}
      {overlay.kind === "keys" && <KeySheet onClose={closeOverlay} />}
      {overlay.kind === "start" && (
        <Suspense fallback={null}>
          <StartDialog agent={overlay.agent} team={overlay.team ?? null} onClose={closeOverlay} />
        </Suspense>
      )}
      <ToastLayer />
      <HintLayer />
      <Announcer />
    </div>
  );
}

/** Read aloud, never seen. */
function Announcer() {
  const text = useAnnouncement();
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

/** The focus of a view that is gone goes to the next one, never to the body; its title is read aloud. */
function useFocusOnView(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged || document.activeElement !== document.body) return;
        main.current?.focus({ preventScroll: true });
        announce(document.title);
      }),
    [router, main],
  );
}

function useKeys(): void {
  useEffect(() => {
    const dispatcher = new KeyDispatcher({
      registry,
      singleKeys: singleKeys.get,
      onRefused: (command, reason) => toasts.show({ text: command.name, detail: reason }),
    });
    const listen = (event: KeyboardEvent) => {
      dispatcher.handle(event);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
