import { ApiError } from "@/api/errors";
import { ErrorWords } from "@/ui/error-words";

/** Why something was refused, in the place where it was asked for; with what to give to whoever looks into it. */
export function Failure({ title, error }: { title: string; error: Error }) {
  return (
    <div role="alert" className="rounded-card bg-failed-bg px-3 py-2.5 wrap-anywhere">
      <p className="font-medium text-failed-fg">{title}</p>
      <p>
        <ErrorWords error={error} />
      </p>
      {error instanceof ApiError && error.status !== 0 && (
        <p className="pt-1 font-mono text-12 text-fg-2">
          {error.code} · {error.requestId}
        </p>
      )}
    </div>
  );
}
