/** A request as a line for a shell. A secret is named as a variable of the shell and never written. Pure. */

export interface ShownRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The header a credential goes into, and the credential's name. */
  credential: { header: string; name: string } | null;
  body: string | null;
}

export function curlOf({ method, url, headers, credential, body }: ShownRequest): string {
  const lines = [`curl -X ${quoted(method)} ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (credential !== null) lines.push(`-H ${quoted(`${credential.header}: `)}"$${variableOf(credential.name)}"`);
  if (body !== null) lines.push(`--data-raw ${quoted(body)}`);
  return lines.join(" \\\n  ");
}

/** In single quotes nothing means anything to a shell; a quote itself is put in between two texts. */
function quoted(text: string): string {
  return /^[A-Z]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function variableOf(name: string): string {
  const bare = name.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_").replaceAll(/^_+|_+$/gu, "");
  return /^[A-Z]/.test(bare) ? bare : `SECRET_${bare}`;
}

/** The tool over REST, as a line for a shell; the key comes from the environment. */
export function restCurlOf(origin: string, toolId: string): string {
  return `curl -H "Authorization: Bearer $BATON_API_KEY" ${quoted(`${origin}/api/v1/tools/${encodeURIComponent(toolId)}`)}`;
}
