import clsx from "clsx";
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";

import { state } from "@/text/common";
import { stored, useStored, type Stored } from "@/ui/stored";

interface PanelProps {
  /** The width is remembered under it. */
  id: string;
  /** What it is, for the handle: "the step panel". */
  label: string;
  initial: number;
  least: number;
  most: number;
  /** Which side of the view it lies on. */
  side: "left" | "right";
  children: ReactNode;
  className?: string;
}

const STEP = 16;
const widths = new Map<string, Stored<number>>();

/** A pane whose width a person sets by drag or arrow keys. Its parent is a row. */
export function Panel({ id, label, initial, least, most, side, children, className }: PanelProps) {
  const width = widthOf(id, initial);
  const kept = useStored(width);
  const [dragged, setDragged] = useState<number | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const start = useRef({ x: 0, width: 0 });
  const clamped = (value: number) => Math.round(Math.min(most, Math.max(least, value)));
  const now = clamped(dragged ?? kept);
  const outward = side === "left" ? 1 : -1;

  const keyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP * outward, ArrowRight: STEP * outward, Home: least - now, End: most - now }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    width.set(clamped(now + by));
  };
  const pointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: now };
    setDragged(now);
  };
  const pointerMove = (event: PointerEvent) => {
    if (dragged !== null) setDragged(clamped(start.current.width + (event.clientX - start.current.x) * outward));
  };
  const pointerUp = () => {
    if (dragged !== null) width.set(clamped(dragged));
    setDragged(null);
  };

  return (
    <div
      ref={pane}
      style={{ width: now }}
      className={clsx("relative flex min-h-0 shrink-0 flex-col", side === "left" ? "border-r" : "border-l", "border-line", className)}
    >
      {children}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={state.resize(label)}
        aria-valuenow={now}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        onKeyDown={keyDown}
        onPointerDown={pointerDown}
        onPointerMove={pointerMove}
        onPointerUp={pointerUp}
        onPointerCancel={pointerUp}
        onDoubleClick={() => width.set(initial)}
        className={clsx(
          "absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none transition-colors hover:bg-line-strong/60 focus-visible:bg-accent focus-visible:outline-none",
          side === "left" ? "-right-1" : "-left-1",
          dragged !== null && "bg-accent",
        )}
      />
    </div>
  );
}

function widthOf(id: string, initial: number): Stored<number> {
  let width = widths.get(id);
  if (width === undefined) {
    width = stored(`width.${id}`, (found) => Number.parseInt(found ?? "", 10) || initial, String);
    widths.set(id, width);
  }
  return width;
}
