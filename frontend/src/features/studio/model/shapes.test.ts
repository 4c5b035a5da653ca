// @vitest-environment node
import { expectTypeOf, it } from "vitest";

import type { components } from "@/api/schema";
import type { Checked, Detail, DraftShown, Listed, Published, VersionDetail, VersionShown } from "@/features/studio/model/shapes";

type Schemas = components["schemas"];
/** There is one of a policy and of prices, and it has no id before somebody has written it. */
type Single<Shown> = Omit<Shown, "id"> & { id: string };

it("the shapes of the studio are those of the REST interface, for every kind", () => {
  expectTypeOf<Schemas["AgentSummary"]>().toExtend<Listed>();
  expectTypeOf<Schemas["ProfileSummary"]>().toExtend<Listed>();
  expectTypeOf<Schemas["ToolSummary"]>().toExtend<Listed>();
  expectTypeOf<Schemas["AgentDetail"]>().toExtend<Detail>();
  expectTypeOf<Schemas["ProfileDetail"]>().toExtend<Detail>();
  expectTypeOf<Schemas["ToolDetail"]>().toExtend<Detail>();
  expectTypeOf<Single<Schemas["PolicyDetail"]>>().toExtend<Detail>();
  expectTypeOf<Single<Schemas["PricesDetail"]>>().toExtend<Detail>();
});

it("so are drafts, checks and versions", () => {
  expectTypeOf<Schemas["DraftShown"]>().toExtend<DraftShown>();
  expectTypeOf<Schemas["CheckedContent"]>().toExtend<Checked>();
  expectTypeOf<Schemas["VersionSummary"]>().toExtend<VersionShown>();
  expectTypeOf<Schemas["VersionDetail"]>().toExtend<VersionDetail>();
  expectTypeOf<Schemas["PublishedVersion"]>().toExtend<Published>();
});
