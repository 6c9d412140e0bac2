// Small texts that outlive the page. A browser that keeps none, or is full, costs the guard no more than having them again.

/** What could not be kept is known until the page is closed. */
const unsaved = new Map<string, string>();

export function readText(key: string): string | null {
  const known = unsaved.get(key);
  if (known !== undefined) return known;
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function saveText(key: string, text: string | null): void {
  unsaved.delete(key);
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    if (text !== null) unsaved.set(key, text);
  }
}
