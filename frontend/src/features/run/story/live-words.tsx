import { story as words } from "@/text/run";
import { ForeignText } from "@/ui/foreign-text";

/** The words of a model as they arrive, with a caret. They are not read aloud one by one. */
export function LiveWords({ text }: { text: string }) {
  return (
    <div role="group" aria-live="off" aria-label={words.writing} className="mt-[3px] border-l-2 border-running-bar pl-2.5 text-14 text-fg-2">
      {text !== "" && <ForeignText text={text} block className="inline" />}
      <i aria-hidden="true" className="ml-0.5 inline-block h-4 w-0.5 animate-pulse bg-running-bar align-[-3px] motion-reduce:animate-none" />
    </div>
  );
}
