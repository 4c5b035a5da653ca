import { useParams } from "@tanstack/react-router";

import { ProfileForm } from "@/features/profiles/profile-form";
import { PromptTab } from "@/features/profiles/prompt-tab";
import { profileShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";
import { profiles as words } from "@/text/profiles";

const kind: StudioKind = {
  shelf: profileShelf,
  Form: ProfileForm,
  tabs: [{ id: "try", name: words.tryIt, keys: "Mod+Enter", Panel: PromptTab }],
};

/** One profile. */
export function ProfilePage() {
  const { id } = useParams({ from: "/profiles/$id" });
  return <StudioPage kind={kind} id={id} />;
}
