/** The focus on a field by its name, after it is drawn: it may be one that has just come. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name=${CSS.escape(name)}]`)?.focus());
}
