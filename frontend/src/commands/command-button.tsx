import type { ReactNode } from "react";

import { firstKeys, refusal, type Command } from "@/commands/command";
import { Button, type ButtonSize, type ButtonVariant } from "@/ui/button";

interface CommandButtonProps {
  command: Command;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Other words than the command's name, where the place says the rest. */
  children?: ReactNode;
  className?: string;
}

/** A command as a button: its name, its key, and the reason when it cannot be done. */
export function CommandButton({ command, variant, size, children, className }: CommandButtonProps) {
  const reason = refusal(command);
  return (
    <Button
      variant={variant}
      size={size}
      icon={command.icon}
      keys={firstKeys(command)}
      className={className}
      // Not `disabled`: what is not allowed keeps its reason within reach of the keyboard.
      aria-disabled={reason !== undefined}
      data-hint={reason}
      onClick={() => {
        if (reason === undefined) command.run();
      }}
    >
      {children ?? command.name}
    </Button>
  );
}
