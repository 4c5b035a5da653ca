import { useParams } from "@tanstack/react-router";

import { ProfileForm } from "@/features/profiles/profile-form";
import { profileShelf } from "@/features/studio/model/shelf";
import { StudioPage, type StudioKind } from "@/features/studio/studio-page";

const kind: StudioKind = { shelf: profileShelf, Form: ProfileForm };

/** One profile. */
export function ProfilePage() {
  const { id } = useParams({ from: "/profiles/$id" });
  return <StudioPage kind={kind} id={id} />;
}
