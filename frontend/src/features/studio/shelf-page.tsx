import { useNavigate, useSearch } from "@tanstack/react-router";
import { Bot, Plus, Search } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";

import { ApiError } from "@/api/errors";
import { can } from "@/api/boot";
import { canBeSearched } from "@/api/search-words";
import { CommandButton } from "@/commands/command-button";
import type { Command } from "@/commands/command";
import { useCommands } from "@/commands/use-commands";
import { CreateDialog } from "@/features/studio/dialogs/create-dialog";
import type { Listed } from "@/features/studio/model/shapes";
import type { Shelf } from "@/features/studio/model/shelf";
import { ShelfTable, type ShelfColumn } from "@/features/studio/shelf-table";
import { useRowKeys } from "@/features/studio/use-row-keys";
import { useRetryKey } from "@/features/studio/use-retry-key";
import { useShelf } from "@/features/studio/use-shelf";
import { FooterBar, Page, TopBar } from "@/shell/page";
import { groups } from "@/text/shell";
import { shelfList as words } from "@/text/studio";
import { Button } from "@/ui/button";
import { Checkbox, TextInput } from "@/ui/field";
import { Kbd } from "@/ui/kbd";
import { anyNavigation } from "@/ui/place";
import { EmptyState, ErrorState, ForbiddenState, LoadingRows, NothingMatches } from "@/ui/states";
import { useMedia, widths } from "@/ui/use-media";

interface ShelfPageProps<L extends Listed> {
  shelf: Shelf;
  icon?: LucideIcon;
  /** Between the name and who uses it. */
  columns: readonly ShelfColumn<L>[];
  /** Beside "New": other ways to begin. */
  acts?: readonly Command[];
  /** Under the words of an empty list. */
  emptyActs?: ReactNode;
}

/** Everything of one kind: what is live, what is a draft, and who uses it. */
export function ShelfPage<L extends Listed>({ shelf, icon = Bot, columns, acts = [], emptyActs }: ShelfPageProps<L>) {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const phone = useMedia(widths.phone);
  const [creating, setCreating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const q = typeof search.q === "string" && canBeSearched(search.q) ? search.q : "";
  const typed = typeof search.q === "string" ? search.q : "";
  const archived = search.archived === "1";
  const { list, rows: found } = useShelf(shelf, q, archived);
  const rows = found as readonly L[] | undefined;
  const show = (text: string, withArchived: boolean) =>
    void navigate(anyNavigation({ to: shelf.page, search: { ...(text === "" ? {} : { q: text }), ...(withArchived ? { archived: "1" } : {}) } }));
  const open = (row: Listed) => void navigate(anyNavigation({ to: `${shelf.page}/$id`, params: { id: row.id } }));
  const keys = useRowKeys({ rows: rows ?? [], open, field, clear: () => show("", archived), filtered: typed !== "" });
  const create: Command = {
    id: "studio.new",
    name: words.createLong(shelf.words.one),
    short: words.newShort,
    keys: "N",
    group: groups.studio,
    section: "start",
    icon: Plus,
    allowed: () => can(shelf.edit) || shelf.words.deniedEdit,
    run: () => setCreating(true),
  };
  const retry = () => void list.refetch();
  useCommands([...keys.commands, create, ...acts]);
  useRetryKey(rows === undefined && list.error !== null ? retry : undefined);
  const error = list.error instanceof ApiError ? list.error : null;

  return (
    <Page>
      <TopBar title={shelf.words.title}>
        {!phone && acts.map((command) => <CommandButton key={command.id} command={command} size="small" />)}
        {!phone && (
          <CommandButton command={create} size="small" variant={rows === undefined ? "plain" : "primary"}>
            {words.create(shelf.words.one)}
          </CommandButton>
        )}
      </TopBar>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 phone:px-5">
        <div className="relative min-w-0 flex-1 phone:max-w-md">
          <Search size={14} aria-hidden="true" className="absolute top-1/2 left-2.5 -translate-y-1/2 text-fg-3" />
          <TextInput
            ref={field}
            type="search"
            aria-label={words.filter}
            placeholder={words.filter}
            value={typed}
            className="pl-8"
            onChange={(event) => show(event.target.value, archived)}
          />
          {typed === "" && <Kbd keys="/" className="absolute top-1/2 right-2 -translate-y-1/2" />}
        </div>
        <Checkbox label={words.showArchived} checked={archived} onChange={(event) => show(typed, event.target.checked)} className="text-fg-2 pointer-coarse:min-h-11" />
      </div>
      {rows === undefined ? (
        error?.status === 403 ? (
          <ForbiddenState title={words.forbidden(shelf.words.many)}>{words.forbiddenDetail}</ForbiddenState>
        ) : error !== null ? (
          <ErrorState title={words.failed(shelf.words.many)} failure={error} onRetry={retry} />
        ) : (
          <LoadingRows rows={10} />
        )
      ) : rows.length > 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ShelfTable shelf={shelf} rows={rows} columns={columns} current={phone ? undefined : keys.current?.id} onPoint={keys.point} />
          {list.hasNextPage && (
            <Button variant="ghost" className="m-3" onClick={() => void list.fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </div>
      ) : typed !== "" ? (
        <NothingMatches title={words.noMatch(typed)} onClear={() => show("", archived)}>
          {words.noMatchDetail}
        </NothingMatches>
      ) : (
        <EmptyState icon={icon} title={shelf.words.empty} acts={emptyActs}>
          {shelf.words.emptyDetail}
        </EmptyState>
      )}
      <FooterBar
        keys={[
          { keys: ["J", "K"], name: words.move },
          { keys: ["Enter"], name: words.openShort },
          { keys: ["N"], name: words.newShort },
        ]}
      />
      {creating && <CreateDialog shelf={shelf} onClose={() => setCreating(false)} />}
    </Page>
  );
}
