/** A run over REST, as lines for a shell. They hold no key: the key comes from the environment. Pure. */

const KEY = `-H "Authorization: Bearer $BATON_API_KEY"`;

/** Reads it. */
export function curlOf(origin: string, runId: string): string {
  return `curl ${KEY} ${quoted(`${origin}/api/v1/runs/${encodeURIComponent(runId)}`)}`;
}

/** Who runs, as a body names it. */
export type Runner = { readonly agent: string } | { readonly orchestration: string };

/** Starts another one like it: the same words to the same agent or team. */
export function curlOfStart(origin: string, runner: Runner, input: string): string {
  const body = quoted(JSON.stringify({ ...runner, input }));
  return `curl ${KEY} -H 'Content-Type: application/json' \\\n  -d ${body} ${quoted(`${origin}/api/v1/runs`)}`;
}

/** One word for a shell, whatever stands in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The end of an id: its beginning is the time, the same for all runs of a minute. */
export function shortId(runId: string): string {
  return runId.slice(-6);
}
