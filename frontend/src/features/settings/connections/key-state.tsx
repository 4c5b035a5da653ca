import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";

import type { Connection } from "@/features/settings/rest/shapes";
import { connections as words } from "@/text/settings-connections";
import { anyLink } from "@/ui/place";

/** Where the key of a connection is, and whether it is there at all. */
export function KeyState({ connection }: { connection: Connection }) {
  const { key, credential, secret_variable: variable } = connection;
  if (key === "none") return <span className="text-fg-3">{words.keys.none}</span>;
  if (key === "missing") {
    return (
      <span className="inline-flex items-center gap-1.5 text-attention-fg" data-hint={words.missingHint}>
        <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
        {credential !== null ? words.keys.missingCredential(credential.name) : variable === "" ? words.keys.missing : words.keys.missingEnvironment(variable)}
      </span>
    );
  }
  if (credential === null) return <span className="font-mono text-12">{words.keys.environment(variable)}</span>;
  return (
    <Link {...anyLink({ to: "/settings/credentials", search: { item: credential.id } })} className="rounded-chip hover:underline">
      {words.keys.stored(credential.name)}
    </Link>
  );
}
