import { Users } from "lucide-react";

import type { Listed } from "@/features/studio/model/shapes";
import { teamShelf } from "@/features/studio/model/shelf";
import { ShelfPage } from "@/features/studio/shelf-page";
import type { ShelfColumn } from "@/features/studio/shelf-table";
import { teams as words } from "@/text/teams";
import { ForeignText } from "@/ui/foreign-text";

interface TeamListed extends Listed {
  readonly members?: readonly string[];
  readonly planner?: string | null;
  readonly max_reviews?: number | null;
}

const columns: readonly ShelfColumn<TeamListed>[] = [
  { id: "members", name: words.columns.members, from: "split", width: "w-[22%]", cell: (row) => <ForeignText text={(row.members ?? []).join(", ")} /> },
  { id: "planner", name: words.columns.planner, from: "split", width: "w-32", cell: (row) => words.plannerShort[row.planner ?? ""] },
  { id: "reviews", name: words.columns.reviews, from: "rail", width: "w-36", cell: (row) => reviewsOf(row.max_reviews ?? null) },
];

/** The teams of the project. */
export function TeamsPage() {
  return <ShelfPage shelf={teamShelf} icon={Users} columns={columns} />;
}

function reviewsOf(most: number | null): string {
  if (most === null) return "";
  return most === 0 ? words.noReview : words.rounds(most);
}
