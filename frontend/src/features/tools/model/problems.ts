/** Problems of the check beside the fields they are about, by their JSON pointer. Pure. */

export interface Problem {
  code: string;
  message: string;
  pointer: string;
  line: number;
  column: number;
}

/** The problems of this place and of everything inside of it. */
export function problemsAt(problems: readonly Problem[], ...pointers: readonly string[]): Problem[] {
  return problems.filter(({ pointer }) => pointers.some((each) => pointer === each || pointer.startsWith(`${each}/`)));
}

/** Their words in one text; undefined where there are none, as a field wants it. */
export function wordsAt(problems: readonly Problem[], ...pointers: readonly string[]): string | undefined {
  const found = problemsAt(problems, ...pointers);
  return found.length === 0 ? undefined : [...new Set(found.map(({ message }) => message))].join(" ");
}
