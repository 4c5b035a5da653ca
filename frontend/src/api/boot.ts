/** What the page knows before it asks anything: who is here, where, and what the page itself needs. */

export interface Named {
  id: string;
  name: string;
  slug: string;
}

export interface Membership {
  organization: Named;
  project: Named;
  role: string;
}

export interface Boot {
  person: { id: string; name: string; email: string } | null;
  key: { id: string; name: string } | null;
  organization: Named;
  project: Named;
  role: string;
  scopes: readonly string[];
  projects: readonly Membership[];
  demo: boolean;
  first_decision: boolean;
  csrf_cookie: string;
  nonce: string;
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
export function basePath({ organization, project }: { organization: Named; project: Named }): string {
  return `/o/${organization.slug}/p/${project.slug}`;
}

function readBoot(page: Document): Boot {
  const text = page.getElementById("boot")?.textContent;
  if (text === undefined) throw new Error("The page has no element `boot`.");
  return JSON.parse(text) as Boot;
}
