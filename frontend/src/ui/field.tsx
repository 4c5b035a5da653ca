import clsx from "clsx";
import { Lock, TriangleAlert } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";

import { state } from "@/text/common";

/** What a control needs to belong to its label, help and error. */
export interface FieldIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** In the place of the help, with a mark and words. */
  error?: ReactNode;
  required?: boolean;
  optional?: boolean;
  /** It cannot be changed; the text says who set it. */
  locked?: boolean;
  children: (ids: FieldIds) => ReactNode;
  className?: string;
}

/** Label above, help below, an error in the place of the help. */
export function Field({ label, help, error, required = false, optional = false, locked = false, children, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || help !== undefined;
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className="flex items-center gap-1.5 text-12 font-medium text-fg-2">
        {label}
        {optional && <span className="font-normal text-fg-3">{state.optional}</span>}
        {locked && <Lock size={14} role="img" aria-hidden={undefined} aria-label={state.fixed} />}
      </label>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-required": required ? true : undefined,
      })}
      {hasNote && (
        <FieldNote id={noteId} error={error}>
          {help}
        </FieldNote>
      )}
    </div>
  );
}

function FieldNote({ id, error, children }: { id: string; error: ReactNode; children: ReactNode }) {
  if (error === undefined) {
    return (
      <div id={id} className="text-12 text-fg-3">
        {children}
      </div>
    );
  }
  return (
    <div id={id} className="flex items-start gap-1.5 text-12 text-danger">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {error}
    </div>
  );
}

const control =
  "w-full min-w-0 rounded-control border border-line-control bg-surface px-2.5 text-13 text-fg transition-colors disabled:border-line disabled:bg-sunken disabled:text-fg-3 focus:border-accent focus:ring-1 focus:ring-accent focus:outline-none aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger pointer-coarse:text-16";

/** Read, not written. A select has no such state, although the style sheet would say so. */
const readOnly = "read-only:border-transparent read-only:bg-sunken";

/** One line of text. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={clsx(control, readOnly, "h-(--control-h)", className)} />;
}

/** Several lines of text; it grows with them. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={clsx(control, readOnly, "field-sizing-content max-h-[40vh] min-h-20 py-1.5", className)} />;
}

/** One of a few; the browser's own, so that it works everywhere. */
export function SelectInput({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={clsx(control, "h-(--control-h)", className)} />;
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  /** The label is for screen readers only, as in a row. */
  bare?: boolean;
}

/** A choice that is on or off. */
export function Checkbox({ label, bare = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex items-center gap-2", className)}>
      <input {...rest} type="checkbox" className="size-4 shrink-0 accent-accent" />
      <span className={clsx(bare && "sr-only")}>{label}</span>
    </label>
  );
}
