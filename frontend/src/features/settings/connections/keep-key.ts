/** A pasted key becomes a credential of the project, bound to the connection's host. */

import { ApiError } from "@/api/errors";
import { hostOfUrl, type ConnectionForm } from "@/features/settings/connections/connection-form";
import { call } from "@/features/settings/rest/call";
import type { Credential } from "@/features/settings/rest/shapes";
import { connections as words } from "@/text/settings-connections";

const TRIES = 9;

/** The new credential. Where its name is taken, the next number is. */
export async function keepKey(form: ConnectionForm): Promise<Credential> {
  for (let number = 1; ; number += 1) {
    const name = words.credentialName(form.name.trim()) + (number === 1 ? "" : ` ${number}`);
    const body = { name, host: hostOfUrl(form.base_url, form.provider) ?? "", header: "Authorization", prefix: "Bearer ", value: form.key.trim() };
    try {
      return await call<Credential>("post", "/credentials", { body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "already_exists" || number === TRIES) throw error;
    }
  }
}
