/** A first request with a key, as lines for a shell. Pure. */

/** Asks what the key may do. A key that is known goes into the environment, so that it stands in no address. */
export function curlOfKey(origin: string, key: string | null): string {
  const request = `curl -H "Authorization: Bearer $BATON_API_KEY" '${origin}/api/v1/me'`;
  return key === null ? request : `export BATON_API_KEY='${key}'\n${request}`;
}
