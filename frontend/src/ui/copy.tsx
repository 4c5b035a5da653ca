import { Check, Copy as CopyIcon } from "lucide-react";
import { useEffect, useState } from "react";

import { act } from "@/text/common";
import { copyText } from "@/ui/copy-text";
import { IconButton } from "@/ui/icon-button";

interface CopyProps {
  text: string;
  /** What is copied: "id", "arguments". */
  what: string;
  className?: string;
}

/** Copies exactly this text, and says that it did. */
export function Copy({ text, what, className }: CopyProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <IconButton
      icon={done ? Check : CopyIcon}
      label={done ? act.copied : act.copy(what)}
      className={className}
      onClick={() => void copyText(text).then(setDone)}
    />
  );
}
