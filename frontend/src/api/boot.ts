/** What the page knows before it asks anything: who is here, where, and what the page itself needs. */

import type { components } from "@/api/schema";

/** The answer of `me`, and what the page itself needs. */
export type Boot = components["schemas"]["MeShown"] & {
  /** The cookie whose value goes into `X-CSRFToken`. */
  csrf_cookie: string;
  /** Style elements of parts that we did not write need it. */
  nonce: string;
};

interface Slugged {
  slug: string;
}

let known: Boot | undefined;

/** Read once from the element `boot` of the page. */
export function boot(): Boot {
  known ??= readBoot(document);
  return known;
}

/** Only for tests: what the page would have said. */
export function setBoot(wanted: Boot): void {
  known = wanted;
}

/** Whether this person may do what the scope names. */
export function can(scope: string): boolean {
  return boot().scopes.includes(scope);
}

/** `/o/<organization>/p/<project>`: everything of the application lies below it. */
export function basePath({ organization, project }: { organization: Slugged; project: Slugged }): string {
  return `/o/${organization.slug}/p/${project.slug}`;
}

function readBoot(page: Document): Boot {
  const text = page.getElementById("boot")?.textContent;
  if (text === undefined) throw new Error("The page has no element `boot`.");
  return JSON.parse(text) as Boot;
}
