// When the page on screen was opened: with the console itself, or from another page of it.
let openedAtMs = 0;

/** Milliseconds since the visitor asked for the page: fetching and starting the console or the page's code count. */
export const sinceOpeningMs = (): number => performance.now() - openedAtMs;

/** To be called when the visitor goes on from one page to another. */
export function noteOpening(): void {
  openedAtMs = performance.now();
}
