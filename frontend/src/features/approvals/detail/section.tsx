import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface SectionProps {
  title: string;
  /** Beside the title, quieter. */
  note?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A part of the card under its heading. */
export function Section({ title, note, children, className }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h3 className="mb-2 flex min-w-0 items-baseline gap-2 font-semibold">
        <span id={id} className="shrink-0">
          {title}
        </span>
        {note !== undefined && <span className="min-w-0 truncate text-12 font-normal text-fg-3">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

/** A part of the main column. */
export function MainSection(props: SectionProps) {
  return <Section {...props} className={clsx("pt-[18px]", props.className)} />;
}
