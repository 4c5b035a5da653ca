/** The sign-in page that leads back to this very place. */
export function signInAddress(): string {
  const { pathname, search } = window.location;
  return `/sign-in/?next=${encodeURIComponent(pathname + search)}`;
}

/** Goes there in this tab: what is typed and not kept is gone. */
export function signInAgain(): void {
  window.location.assign(signInAddress());
}

/** The same in a tab of its own: this page stays as it is. */
export function signInElsewhere(): void {
  window.open(signInAddress(), "_blank", "noopener");
}
