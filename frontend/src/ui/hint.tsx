import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** How long the pointer rests before a hint comes; focus shows it at once. */
const REST_MS = 350;
const ID = "hint";

interface Shown {
  text: string;
  target: HTMLElement;
}

/**
 * One hint for the whole screen. An element says `data-hint="exact form"`, or `data-cut` when its own text may
 * be cut off: a list of ten thousand rows then needs no component for each cell.
 */
export function HintLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const over = (event: Event, wait: number) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-hint],[data-cut]") : null;
      if (event.target instanceof Node && box.current?.contains(event.target)) return;
      clearTimeout(timer);
      const text = target === null ? "" : textOf(target);
      if (target === null || text === "") {
        setShown(null);
        return;
      }
      timer = setTimeout(() => setShown({ text, target }), wait);
    };
    const pointer = (event: PointerEvent) => {
      if (event.pointerType !== "touch") over(event, REST_MS);
    };
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) over(event, 0);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", pointer);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", key);
    document.addEventListener("scroll", hide, true);
    return () => {
      hide();
      document.removeEventListener("pointerover", pointer);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", key);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || shown === null) return;
    const at = shown.target.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const below = at.bottom + 6 + own.height < window.innerHeight;
    element.style.top = `${below ? at.bottom + 6 : at.top - own.height - 6}px`;
    element.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - own.width - 8))}px`;
    shown.target.setAttribute("aria-describedby", ID);
    return () => shown.target.removeAttribute("aria-describedby");
  }, [shown]);

  if (shown === null) return null;
  return (
    <div
      ref={box}
      id={ID}
      role="tooltip"
      className="fixed top-0 left-0 z-50 max-w-[min(480px,calc(100vw-16px))] animate-fade rounded-control bg-ink px-2 py-1 text-12 wrap-anywhere text-on-ink shadow-2"
    >
      {shown.text}
    </div>
  );
}

function textOf(target: HTMLElement): string {
  const hint = target.dataset.hint;
  if (hint !== undefined) return hint;
  return target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1
    ? target.textContent.slice(0, 600)
    : "";
}
