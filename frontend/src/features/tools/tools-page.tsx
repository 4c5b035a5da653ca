import { Wrench } from "lucide-react";

import { toolShelf } from "@/features/studio/model/shelf";
import { ShelfPage } from "@/features/studio/shelf-page";

/** The tools of the project. */
export function ToolsPage() {
  return <ShelfPage shelf={toolShelf} icon={Wrench} columns={[]} />;
}
