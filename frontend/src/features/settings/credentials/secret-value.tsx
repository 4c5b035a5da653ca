import { TriangleAlert } from "lucide-react";

import type { Credential } from "@/features/settings/rest/shapes";
import { credentials as words } from "@/text/settings-credentials";
import { Clock } from "@/ui/time";

/** Of a fingerprint, as much as tells a few values apart; the whole comes on hover. */
const SHORT = 8;

/** What is known of a value: its end, a fingerprint that tells two apart, and since when. */
export function SecretValue({ credential }: { credential: Credential }) {
  if (credential.source === "missing") {
    const { secret_variable: variable } = credential;
    return (
      <span className="inline-flex items-center gap-1.5 text-attention-fg" data-hint={words.missingHint}>
        <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
        {variable === "" ? words.missing : words.missingEnvironment(variable)}
      </span>
    );
  }
  if (credential.source === "environment") return <span className="font-mono text-12">{words.environment(credential.secret_variable)}</span>;
  return (
    <span>
      <span className="font-mono text-12">{words.lastFour(credential.last_four)}</span>
      <span className="pl-2 text-12 text-fg-3">
        <span data-hint={words.fingerprint(credential.fingerprint)}>{words.fingerprint(credential.fingerprint.slice(0, SHORT))}</span>
        {credential.sealed_at !== null && (
          <>
            {", "}
            {words.since} <Clock at={credential.sealed_at} inRow />
          </>
        )}
      </span>
    </span>
  );
}

/** The header line, with dots where the value goes. */
export function SentAs({ header, prefix }: { header: string; prefix: string }) {
  return <span className="font-mono text-12 text-fg-2">{`${header}: ${prefix}•••`}</span>;
}
