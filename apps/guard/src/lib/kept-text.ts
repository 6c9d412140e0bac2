// Small texts that outlive the page. A browser that keeps none, or is full, costs the guard no more than having them again.

export function readText(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    // It is known until the page is closed.
  }
}
