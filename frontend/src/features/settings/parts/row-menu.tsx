import { Ellipsis } from "lucide-react";

import { settings as words } from "@/text/settings";
import { IconButton } from "@/ui/icon-button";
import { Menu, type MenuItem } from "@/ui/menu";

/** What is done with one row. */
export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return <Menu label={words.acts(name)} align="end" trigger={<IconButton icon={Ellipsis} label={words.acts(name)} />} sections={[{ id: "acts", items }]} />;
}
