/** A place in the application, given as data: what a link needs and nothing of how it looks. */

import type { LinkProps, NavigateOptions } from "@tanstack/react-router";

export interface Place {
  to: string;
  params?: Record<string, string> | undefined;
  search?: Record<string, unknown> | undefined;
}

/** Places come from data, so the router cannot check their search parameters one by one. */
export function anyLink({ to, params, search }: Place): LinkProps {
  return { to, params, search: search ?? {} } as LinkProps;
}

/** The same for `navigate`. */
export function anyNavigation({ to, params, search }: Place): NavigateOptions {
  return { to, params, search: search ?? {} } as NavigateOptions;
}
