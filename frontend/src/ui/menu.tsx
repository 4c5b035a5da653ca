import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Check } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { Kbd } from "@/ui/kbd";
import { anyLink, type Place } from "@/ui/place";

export interface MenuItem {
  id: string;
  name: string;
  /** Second, quieter. */
  detail?: string | undefined;
  icon?: LucideIcon | undefined;
  keys?: string | undefined;
  danger?: boolean;
  /** Why it cannot be done; it stays in the menu and says so. */
  refused?: string | undefined;
  /** One of a choice: with a tick when it is the one. */
  checked?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  /** In the application, or ... */
  place?: Place | undefined;
  /** ... anywhere else. */
  href?: string | undefined;
}

export interface MenuSection {
  id: string;
  title?: string | undefined;
  items: readonly MenuItem[];
}

interface MenuProps {
  /** A button; it gets the state of the menu. */
  trigger: ReactNode;
  label: string;
  sections: readonly MenuSection[];
  align?: "start" | "end";
  side?: "top" | "bottom";
  className?: string;
}

const itemClass =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1 outline-none data-highlighted:bg-selected data-disabled:text-fg-3 pointer-coarse:min-h-11";

/** Acts and choices behind one button. */
export function Menu({ trigger, label, sections, align = "start", side = "bottom", className }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={clsx("z-40 min-w-52 max-w-[min(360px,calc(100vw-16px))] animate-rise rounded-card bg-raised p-1.5 shadow-2", className)}
        >
          {sections.map((section, index) => (
            <Radix.Group key={section.id} className={clsx(index > 0 && "mt-1.5 border-t border-line pt-1.5")}>
              {section.title !== undefined && (
                <Radix.Label className="px-2.5 pt-1 pb-0.5 text-12 font-medium text-fg-3">{section.title}</Radix.Label>
              )}
              {section.items.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </Radix.Group>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  const disabled = item.refused !== undefined;
  const body = (
    <>
      {item.icon && <item.icon size={16} aria-hidden="true" className={clsx("shrink-0", !item.danger && "text-fg-2")} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.name}</span>
        {(item.refused ?? item.detail) !== undefined && (
          <span className="block text-12 text-fg-3">{item.refused ?? item.detail}</span>
        )}
      </span>
      {item.checked === true && <Check size={14} aria-hidden="true" className="shrink-0" />}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </>
  );
  const className = clsx(itemClass, item.danger === true && "text-danger");
  if (item.checked !== undefined) {
    return (
      <Radix.CheckboxItem className={className} checked={item.checked} disabled={disabled} onSelect={() => item.onSelect?.()}>
        {body}
      </Radix.CheckboxItem>
    );
  }
  if (item.place !== undefined || item.href !== undefined) {
    return (
      <Radix.Item asChild className={className} disabled={disabled}>
        {item.place === undefined ? <a href={item.href}>{body}</a> : <Link {...anyLink(item.place)}>{body}</Link>}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item className={className} disabled={disabled} onSelect={() => item.onSelect?.()}>
      {body}
    </Radix.Item>
  );
}
