/** Files of the person's computer: one that is written, one that is read. */

import { LARGEST } from "@/features/settings/transfer/plan";
import { transfer as words } from "@/text/settings-transfer";

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The text of a file; raises with words for the person where it is none. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(words.tooLarge(words.largest));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(words.notText(file.name));
  }
}
