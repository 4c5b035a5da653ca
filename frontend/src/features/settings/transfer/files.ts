/** Files of the person's computer that are read. */

import { LARGEST } from "@/features/settings/transfer/plan";
import { transfer as words } from "@/text/settings-transfer";

/** The text of a file; raises with words for the person where it is none. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(words.tooLarge(words.largest));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(words.notText(file.name));
  }
}
