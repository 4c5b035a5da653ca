import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { FallbackBlock } from "@/features/agents/fallback-block";
import { LimitsBlock } from "@/features/agents/limits-block";
import { OutputBlock } from "@/features/agents/output-block";
import { SettingsBlock } from "@/features/agents/settings-block";
import { TagsField } from "@/features/agents/tags-field";
import { ToolsBlock } from "@/features/agents/tools-block";
import { useConnections, useProfiles } from "@/features/agents/use-around";
import { Block, ChoiceField, TextField } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";
import { connections as providers } from "@/text/settings-connections";
import { anyLink, type Place } from "@/ui/place";

/** What an agent is: its profile, its model, what it may use, and where it ends. */
export function AgentForm({ editor }: { editor: Editor }) {
  return (
    <>
      <Block fields={["description"]}>
        <TextField editor={editor} field="description" label={words.description} help={words.descriptionHelp} optional />
      </Block>
      <Block fields={["profile", "connection", "model"]}>
        <div className="grid gap-3 @min-[520px]:grid-cols-3">
          <ProfileField editor={editor} />
          <ConnectionField editor={editor} />
          <TextField editor={editor} field="model" label={words.model} help={words.modelHelp} required mono />
        </div>
      </Block>
      <FallbackBlock editor={editor} />
      <ToolsBlock editor={editor} />
      <OutputBlock editor={editor} />
      <LimitsBlock editor={editor} />
      <Block fields={["tags"]} title={words.tags}>
        <TagsField editor={editor} />
      </Block>
      <SettingsBlock editor={editor} />
    </>
  );
}

function ProfileField({ editor }: { editor: Editor }) {
  const profiles = useProfiles();
  const chosen = profiles?.find((profile) => profile.name === asText(editor.content.profile));
  return (
    <ChoiceField
      editor={editor}
      field="profile"
      label={words.profile}
      required
      none={words.profileNone}
      options={(profiles ?? []).map(({ name }) => ({ value: name, name }))}
      help={
        profiles?.length === 0 ? (
          <Help text={words.noProfiles} link={words.make} place={{ to: "/profiles" }} />
        ) : (
          chosen !== undefined && (
            <Help text={words.profileHelp(chosen.version ?? 0)} link={words.open} place={{ to: "/profiles/$id", params: { id: chosen.id } }} />
          )
        )
      }
    />
  );
}

function ConnectionField({ editor }: { editor: Editor }) {
  const connections = useConnections();
  const chosen = connections?.find((connection) => connection.name === asText(editor.content.connection));
  return (
    <ChoiceField
      editor={editor}
      field="connection"
      label={words.connection}
      required
      none={words.connectionNone}
      options={(connections ?? []).map(({ name }) => ({ value: name, name }))}
      help={
        connections?.length === 0 ? (
          <Help text={words.noConnections} link={words.make} place={{ to: "/settings/connections" }} />
        ) : (
          chosen && (providers.providers[chosen.provider] ?? chosen.provider)
        )
      }
    />
  );
}

function Help({ text, link, place }: { text: string; link: string; place: Place }): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-1.5">
      {text}
      <Link {...anyLink(place)} className="rounded-chip text-accent underline">
        {link}
      </Link>
    </span>
  );
}
