import { SettingRowsField } from "@/features/agents/setting-rows-field";
import { Block } from "@/features/studio/fields";
import { asText } from "@/features/studio/model/read";
import type { Editor } from "@/features/studio/use-editor";
import { agents as words } from "@/text/agents";

/** The settings of the agent's own model. */
export function SettingsBlock({ editor }: { editor: Editor }) {
  const { settings, connection, model } = editor.content;
  return (
    <Block fields={["settings"]} title={words.settings} note={words.settingsNote}>
      <SettingRowsField
        editor={editor}
        at="/settings"
        settings={settings}
        connection={asText(connection)}
        model={asText(model)}
        onChange={(value) => editor.set("settings", value)}
      />
    </Block>
  );
}
