import { Archive, CircleCheck, Ellipsis, Pencil } from "lucide-react";
import { useMemo } from "react";

import { firstKeys, refusal, type Command } from "@/commands/command";
import { CommandButton } from "@/commands/command-button";
import { countChanges, diffRows } from "@/features/studio/model/diff";
import { nextVersion } from "@/features/studio/model/start";
import { SaveState } from "@/features/studio/text-head";
import type { Editor } from "@/features/studio/use-editor";
import type { StudioCommands } from "@/features/studio/use-studio-commands";
import { TopBar } from "@/shell/page";
import { studio as words } from "@/text/studio";
import { Chip } from "@/ui/chip";
import { ForeignText } from "@/ui/foreign-text";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { useMedia, widths } from "@/ui/use-media";
import { visible } from "@/ui/visible";

/** What it is, where its draft stands, and what can be done; one act is the next sensible one. */
export function StudioHead({ editor, commands }: { editor: Editor; commands: StudioCommands }) {
  const { shelf, detail } = editor;
  const phone = useMedia(widths.phone);
  const narrow = useMedia(widths.rail);
  const title = shelf.single ? shelf.words.title : detail.name;
  const shown = commands.shown.filter((command) => !(phone || narrow) || isNeeded(command, commands.primary, phone));
  const rest = [...commands.shown.filter((command) => !shown.includes(command) && !phone), ...commands.more];
  return (
    <TopBar
      path={shelf.single ? [] : [{ name: shelf.words.title, place: { to: shelf.page } }]}
      title={visible(title)}
      heading={<ForeignText text={title} />}
      state={
        <>
          {!phone && <DraftChip editor={editor} />}
          {!narrow && <SinceLive editor={editor} />}
          <span className="hidden shrink-0 text-12 text-fg-3 split:inline">
            <SaveState editor={editor} />
          </span>
        </>
      }
    >
      {shown.map((command) => (
        <CommandButton key={command.id} command={command} size="small" variant={command.id === commands.primary ? "primary" : "plain"}>
          {command.id === "studio.save" ? words.save : command.id === "studio.publish" ? words.publish : command.name}
        </CommandButton>
      ))}
      {rest.length > 0 && (
        <Menu
          label={words.more}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={words.more} />}
          sections={[
            {
              id: "more",
              items: rest.map((command) => ({
                id: command.id,
                name: command.name,
                icon: command.icon,
                keys: firstKeys(command),
                refused: refusal(command),
                danger: command.id === "studio.archive" || command.id === "studio.discard",
                onSelect: command.run,
              })),
            },
          ]}
        />
      )}
    </TopBar>
  );
}

/** Where there is little room: saving and the next sensible act; on a phone that alone, if it can be done. */
function isNeeded(command: Command, primary: string, phone: boolean): boolean {
  if (phone) return command.id === primary && refusal(command) === undefined;
  return command.id === primary || command.id === "studio.save" || command.id === "studio.publish";
}

/** Which version one works on, or which one is live. */
export function DraftChip({ editor }: { editor: Editor }) {
  const { detail, unsaved } = editor;
  if (detail.archived_at !== null) return <Chip icon={Archive} quiet>{words.archived}</Chip>;
  if (detail.draft !== null || unsaved || detail.version === null) return <Chip icon={Pencil} quiet>{words.draftOf(nextVersion(detail))}</Chip>;
  return <Chip icon={CircleCheck} quiet>{words.live(detail.version)}</Chip>;
}

/** What is live, and in how many places the draft differs from it. */
function SinceLive({ editor }: { editor: Editor }) {
  const { detail, unsaved, work } = editor;
  const count = useMemo(() => countChanges(diffRows(detail.text ?? "", work.text)), [detail.text, work.text]);
  if (detail.archived_at !== null) return null;
  if (detail.version === null) return <span className="truncate text-12 text-fg-3">{words.nothingLive}</span>;
  if (detail.draft === null && !unsaved) return null;
  return <span className="truncate text-12 text-fg-3">{`${words.liveIs(detail.version)}, ${words.changesSince(count)}`}</span>;
}
