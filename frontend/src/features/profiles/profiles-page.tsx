import { GraduationCap } from "lucide-react";

import type { Listed } from "@/features/studio/model/shapes";
import { profileShelf } from "@/features/studio/model/shelf";
import { ShelfPage } from "@/features/studio/shelf-page";
import type { ShelfColumn } from "@/features/studio/shelf-table";
import { profiles as words } from "@/text/profiles";

interface ProfileListed extends Listed {
  readonly skills?: number;
}

const columns: readonly ShelfColumn<ProfileListed>[] = [
  { id: "skills", name: words.skills, from: "phone", cell: (row) => words.skillCount(row.skills ?? 0) },
];

/** The profiles of the project. */
export function ProfilesPage() {
  return <ShelfPage shelf={profileShelf} icon={GraduationCap} columns={columns} />;
}
