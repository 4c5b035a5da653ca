import clsx from "clsx";
import { useState, type ReactNode } from "react";

interface FlashProps {
  /** What is looked at: when it is another one, the ground lights up once. */
  value: string;
  children: ReactNode;
  className?: string;
}

/** A value that changes while one looks shows that it did; the first one does not. */
export function Flash({ value, children, className }: FlashProps) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return (
    <span key={seen.changes} className={clsx("inline-flex min-w-0 rounded-chip", seen.changes > 0 && "animate-flash", className)}>
      {children}
    </span>
  );
}
