import { state } from "@/text/common";
import { signInAddress } from "@/ui/sign-in";

/** Why an act failed, in its place. Whoever is signed out can sign in beside it, and nothing typed is lost. */
export function ErrorWords({ error, before = "" }: { error: Error; before?: string }) {
  const text = before === "" ? error.message : `${before} ${error.message}`;
  if (!isSignedOut(error)) return text;
  return (
    <span>
      {text}{" "}
      <a href={signInAddress()} target="_blank" rel="noopener" className="rounded-chip text-accent underline">
        {state.signInElsewhere}
      </a>
    </span>
  );
}

function isSignedOut(error: Error): boolean {
  return "status" in error && error.status === 401;
}
