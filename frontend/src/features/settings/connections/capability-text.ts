/** What an endpoint or one model takes, as a text of the form: `files, +images, max_output_tokens=4096`. Pure.
 *
 * A bare name is refused, `+` says that it is taken, a number is a bound; of what is not named the usual holds.
 */

export type Said = Readonly<Record<string, boolean | number>>;

export function textOfSaid(said: Readonly<Record<string, unknown>>): string {
  return Object.entries(said)
    .filter((entry): entry is [string, boolean | number] => isSaid(entry[1]))
    .map(([name, value]) => spelt(name, value))
    .join(", ");
}

/** The same the other way; undefined where the text cannot be understood. */
export function saidIn(text: string): Said | undefined {
  if (text.trim() === "") return {};
  const found = text.split(",").map((each) => /^([+-]?)([a-z][a-z0-9_.-]*)(?:=(-?\d{1,9}))?$/.exec(each.trim()));
  if (found.some((each) => each === null)) return undefined;
  return Object.fromEntries(
    found.map((each) => {
      const [, sign, name = "", bound] = each ?? [];
      return [name, bound === undefined ? sign === "+" : Number(bound)];
    }),
  );
}

/** With another word about one name; undefined takes it back, and the usual holds again. */
export function withSaid(text: string, name: string, value: boolean | number | undefined): string {
  const { [name]: before, ...others } = saidIn(text) ?? {};
  if (value === undefined) return textOfSaid(others);
  return textOfSaid(before === undefined ? { ...others, [name]: value } : { ...saidIn(text), [name]: value });
}

/** One model a line: `gpt-5: temperature, +images`. */
export function textOfModels(models: Readonly<Record<string, unknown>>): string {
  return Object.entries(models)
    .map(([model, said]) => [model, textOfSaid((said ?? {}) as Readonly<Record<string, unknown>>)] as const)
    .filter(([, text]) => text !== "")
    .map(([model, text]) => `${model}: ${text}`)
    .join("\n");
}

/** The same the other way; undefined where a line says nothing that can be understood. */
export function modelsIn(text: string): Record<string, Said> | undefined {
  const models: Record<string, Said> = {};
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const place = line.lastIndexOf(": ");
    const said = place > 0 ? saidIn(line.slice(place + 2)) : undefined;
    if (said === undefined) return undefined;
    models[line.slice(0, place).trim()] = said;
  }
  return models;
}

/** What is said of one model. */
export function ofModel(models: string, model: string): string {
  return textOfSaid(modelsIn(models)?.[model] ?? {});
}

/** With other words about one model; none take its line away. */
export function withModel(models: string, model: string, text: string): string {
  const { [model]: before, ...others } = modelsIn(models) ?? {};
  const said = saidIn(text) ?? {};
  if (Object.keys(said).length === 0) return textOfModels(others);
  return textOfModels(before === undefined ? { ...others, [model]: said } : { ...modelsIn(models), [model]: said });
}

export function isSaid(value: unknown): value is boolean | number {
  return typeof value === "boolean" || typeof value === "number";
}

function spelt(name: string, value: boolean | number): string {
  if (typeof value === "number") return `${name}=${value}`;
  return value ? `+${name}` : name;
}
