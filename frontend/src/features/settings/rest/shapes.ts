/** What the REST interface says about settings. */

export interface Named {
  id: string;
  name: string;
}

export interface Variable {
  id: string;
  name: string;
  value: string;
  version: number;
  /** Names of the tools that use it. */
  used_by: string[];
}

export type SecretSource = "stored" | "environment" | "missing";

export interface UserOfCredential {
  kind: string;
  id: string;
  name: string;
}

export interface Credential {
  id: string;
  name: string;
  host: string;
  header: string;
  prefix: string;
  source: SecretSource;
  secret_variable: string;
  last_four: string;
  fingerprint: string;
  sealed_at: string | null;
  version: number;
  used_by: UserOfCredential[];
}

export type KeyState = "stored" | "environment" | "missing" | "none";

export interface Connection {
  id: string;
  name: string;
  provider: string;
  base_url: string;
  script: unknown;
  credential: Named | null;
  secret_variable: string;
  key: KeyState;
  capabilities: Record<string, unknown>;
  version: number;
  used_by: number;
}

export interface TryReply {
  ok: true;
  reply: string;
  model: string;
  usage: Record<string, number | null> | null;
  duration_ms: number;
}

export interface TryFailure {
  ok: false;
  code: string;
  message: string;
  hint: string;
}

export interface ApiKey {
  id: string;
  name: string;
  /** How its text begins. */
  prefix: string;
  scopes: string[];
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  created_at: string;
  created_by: Named | null;
  version: number;
}
