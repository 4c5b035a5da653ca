import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { basePath, boot } from "@/api/boot";
import { Shell } from "@/shell/shell";
import { ViewFailed, ViewMissing } from "@/shell/view-states";

const root = createRootRoute({ component: Shell, notFoundComponent: ViewMissing, errorComponent: ViewFailed });

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    redirect({ to: "/runs", throw: true, replace: true });
  },
});

const runs = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  component: lazyRouteComponent(() => import("@/features/runs/runs-page"), "RunsPage"),
});

const run = createRoute({
  getParentRoute: () => root,
  path: "/runs/$runId",
  component: lazyRouteComponent(() => import("@/features/run/run-page"), "RunPage"),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: "/approvals",
  component: lazyRouteComponent(() => import("@/features/approvals/approvals-page"), "ApprovalsPage"),
});

/** Drawn by the one above: from one card to the next the list stays as it is. */
const approval = createRoute({ getParentRoute: () => approvals, path: "$approvalId" });

const usage = createRoute({
  getParentRoute: () => root,
  path: "/usage",
  component: lazyRouteComponent(() => import("@/features/usage/usage-page"), "UsagePage"),
});

/** A list and one of it, for what is built here. */
const agents = createRoute({
  getParentRoute: () => root,
  path: "/agents",
  component: lazyRouteComponent(() => import("@/features/agents/agents-page"), "AgentsPage"),
});
const agent = createRoute({
  getParentRoute: () => root,
  path: "/agents/$id",
  component: lazyRouteComponent(() => import("@/features/agents/agent-page"), "AgentPage"),
});
const teams = createRoute({
  getParentRoute: () => root,
  path: "/teams",
  component: lazyRouteComponent(() => import("@/features/teams/teams-page"), "TeamsPage"),
});
const team = createRoute({
  getParentRoute: () => root,
  path: "/teams/$id",
  component: lazyRouteComponent(() => import("@/features/teams/team-page"), "TeamPage"),
});
const profiles = createRoute({
  getParentRoute: () => root,
  path: "/profiles",
  component: lazyRouteComponent(() => import("@/features/profiles/profiles-page"), "ProfilesPage"),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: "/profiles/$id",
  component: lazyRouteComponent(() => import("@/features/profiles/profile-page"), "ProfilePage"),
});
const tools = createRoute({
  getParentRoute: () => root,
  path: "/tools",
  component: lazyRouteComponent(() => import("@/features/tools/tools-page"), "ToolsPage"),
});
const toolImport = createRoute({
  getParentRoute: () => root,
  path: "/tools/import",
  component: lazyRouteComponent(() => import("@/features/tools/openapi-import-page"), "OpenApiImportPage"),
});
const tool = createRoute({
  getParentRoute: () => root,
  path: "/tools/$id",
  component: lazyRouteComponent(() => import("@/features/tools/tool-page"), "ToolPage"),
});
const policy = createRoute({
  getParentRoute: () => root,
  path: "/policy",
  component: lazyRouteComponent(() => import("@/features/policy/policy-page"), "PolicyPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  beforeLoad: () => {
    redirect({ to: "/settings/$section", params: { section: "connections" }, throw: true, replace: true });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("@/features/settings/settings-page"), "SettingsPage"),
});

const routeTree = root.addChildren([
  index,
  runs,
  run,
  approvals.addChildren([approval]),
  usage,
  agents,
  agent,
  teams,
  team,
  profiles,
  profile,
  tools,
  toolImport,
  tool,
  policy,
  settings,
  settingsSection,
]);

/** The addresses below `/o/<organization>/p/<project>`. Search parameters are plain text, as a person writes them. */
export function makeRouter() {
  return createRouter({
    routeTree,
    basepath: basePath(boot()),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: searchText,
    defaultPreload: "intent",
    defaultErrorComponent: ViewFailed,
    defaultNotFoundComponent: ViewMissing,
    scrollRestoration: false,
  });
}

/** `?status=failed&q=parka`: what is empty is left out, commas stay as they are. */
export function searchText(search: Record<string, unknown>): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") parts.set(key, value);
    else if (typeof value === "number") parts.set(key, String(value));
  }
  const text = parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
