import { useNavigate } from "@tanstack/react-router";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowRight, Search } from "lucide-react";
import { Fragment, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";

import { basePath, boot } from "@/api/boot";
import { api, ask } from "@/api/client";
import { keys } from "@/api/query";
import { searchableWords } from "@/api/search-words";
import { registry } from "@/commands/registry";
import { paletteSections, queryOf, type Found, type PaletteItem } from "@/shell/palette-items";
import { palette as words } from "@/text/shell";
import { announce } from "@/ui/announce";
import { Dialog } from "@/ui/dialog";
import { Kbd } from "@/ui/kbd";
import { anyNavigation, type Place } from "@/ui/place";
import { StatusShape } from "@/ui/status-shape";

const LEAST_SIGNS = 2;
const FOUND = 6;
const REST_MS = 150;
const NOTHING: Found = { runs: [], approvals: [] };

/** Everything that can be done or opened, by a few letters. It opens an approval; it never decides one. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  // What is registered when it opens: the view beneath does not change while it is open.
  const [commands] = useState(() => registry.reachable(false));
  const found = useFound(typed);
  const sections = useMemo(() => paletteSections(typed, commands, found), [typed, commands, found]);
  const items = sections.flatMap((section) => section.items);
  const current = items[Math.min(at, items.length - 1)];
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const open = (item: PaletteItem, newTab: boolean) => {
    if (item.refused !== undefined) {
      announce(item.refused);
      return;
    }
    onClose();
    if (item.place === undefined) item.run?.();
    else if (newTab) window.open(addressOf(item.place), "_blank", "noopener");
    else void navigate(anyNavigation(item.place));
  };
  const keyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, items.length - 1) + move + items.length) % items.length);
    } else if (event.key === "Enter" && current !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(current, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={words.title} bare width="medium" className="phone:w-[680px]">
      <div className="flex h-[52px] shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} aria-hidden="true" className="shrink-0" />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          aria-label={words.title}
          placeholder={words.placeholder}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={keyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
        <Kbd keys="Escape" />
      </div>
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={words.results} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {sections.map((section) => (
          <Fragment key={section.id}>
            <li role="presentation" className="px-2.5 pt-2.5 pb-1 text-12 font-medium text-fg-3">
              {section.title}
            </li>
            {section.items.map((item) => (
              <Line
                key={item.id}
                id={`${id}-${item.id}`}
                item={item}
                current={item === current}
                onPoint={() => setAt(items.indexOf(item))}
                onOpen={(newTab) => open(item, newTab)}
              />
            ))}
          </Fragment>
        ))}
        {items.length === 0 && (
          <li role="presentation" className="flex min-h-40 flex-col items-center justify-center gap-1 text-center">
            <span className="text-14">{words.nothing(typed.trim())}</span>
            <span className="text-fg-3">{words.nothingHint}</span>
          </li>
        )}
      </ul>
      <div aria-hidden="true" className="hidden h-[38px] shrink-0 items-center gap-2 border-t border-line px-4 text-12 text-fg-3 phone:flex pointer-coarse:hidden">
        <Kbd keys="ArrowUp" />
        <Kbd keys="ArrowDown" />
        {words.move}
        <Kbd keys="Enter" />
        {words.doIt}
        <Kbd keys="Mod+Enter" />
        {words.newTab}
        <span className="ml-auto flex items-center gap-2">
          {words.only}
          <Kbd keys=">" />
          {words.acts}
          <Kbd keys="#" />
          {words.runs}
        </span>
      </div>
    </Dialog>
  );
}

interface LineProps {
  id: string;
  item: PaletteItem;
  current: boolean;
  onPoint: () => void;
  onOpen: (newTab: boolean) => void;
}

function Line({ id, item, current, onPoint, onOpen }: LineProps) {
  const Icon = item.icon ?? ArrowRight;
  return (
    <li
      id={id}
      role="option"
      aria-selected={current}
      aria-disabled={item.refused !== undefined}
      onPointerMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      className={clsx("flex h-[38px] min-w-0 items-center gap-2.5 rounded-control px-2.5 pointer-coarse:h-12", current && "bg-selected")}
    >
      {item.look !== undefined ? (
        <StatusShape tone={item.look.tone} label={item.look.word} />
      ) : (
        <Icon size={16} aria-hidden="true" className="shrink-0 text-fg-2" />
      )}
      <span className="min-w-0 flex-1 truncate">
        <span className={clsx("font-medium", item.refused !== undefined && "text-fg-3")}>{marked(item)}</span>
        {(item.refused ?? item.detail) !== undefined && <span className="pl-1.5 text-fg-3">{item.refused ?? item.detail}</span>}
      </span>
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </li>
  );
}

function marked({ name, ranges }: PaletteItem) {
  let from = 0;
  return (
    <>
      {ranges.map(([start, end]) => {
        const before = name.slice(from, start);
        from = end;
        return (
          <Fragment key={start}>
            {before}
            <mark className="rounded-[2px] bg-accent-soft text-inherit">{name.slice(start, end)}</mark>
          </Fragment>
        );
      })}
      {name.slice(from)}
    </>
  );
}

/** What the server finds; while more is typed, what was found before stays. */
function useFound(typed: string): Found {
  const { only, text } = queryOf(typed);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(searchableWords(text)), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = only !== "acts" && asked.length >= LEAST_SIGNS;
  const runs = useQuery({
    queryKey: [...keys.runs, "found", asked],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/runs", { params: { query: { q: asked, limit: FOUND } }, signal })),
    enabled,
    placeholderData: keepPreviousData,
  });
  const approvals = useQuery({
    queryKey: [...keys.approvals, "found", asked],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/approvals", { params: { query: { q: asked, state: "pending", sort: "urgent", limit: FOUND } }, signal })),
    enabled: enabled && only === "all",
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () => (enabled ? { runs: runs.data?.items ?? [], approvals: approvals.data?.items ?? [] } : NOTHING),
    [enabled, runs.data, approvals.data],
  );
}

function addressOf({ to, params = {} }: Place): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return basePath(boot()) + path;
}
