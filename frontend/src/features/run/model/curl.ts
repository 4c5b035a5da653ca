/** The same run over REST, as a line for a shell. It holds no key: the key comes from the environment. */

export function curlOf(origin: string, runId: string): string {
  const url = `${origin}/api/v1/runs/${encodeURIComponent(runId)}`;
  return `curl -H "Authorization: Bearer $BATON_API_KEY" '${url.replaceAll("'", "%27")}'`;
}

/** The end of an id: its beginning is the time, the same for all runs of a minute. */
export function shortId(runId: string): string {
  return runId.slice(-6);
}
