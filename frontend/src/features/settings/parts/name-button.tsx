interface NameButtonProps {
  name: string;
  mono?: boolean;
  /** Without it the name only names. */
  onOpen?: (() => void) | undefined;
}

/** The name of a row; where it can be opened, it opens it. */
export function NameButton({ name, mono = false, onOpen }: NameButtonProps) {
  const look = mono ? "font-mono text-12 font-medium" : "font-medium";
  if (onOpen === undefined) return <span className={look}>{name}</span>;
  return (
    <button type="button" onClick={onOpen} className={`${look} max-w-full truncate rounded-chip text-left hover:underline`}>
      {name}
    </button>
  );
}
