/** The mark: a baton, handed on. */
export function Brand() {
  return (
    <span className="grid size-[22px] shrink-0 place-items-center rounded-control bg-ink text-on-ink">
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M3.2 10.8 10.8 3.2" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" />
        <path d="m6 5.7 2.3 2.3" stroke="var(--ink)" strokeWidth="1.5" />
      </svg>
    </span>
  );
}
