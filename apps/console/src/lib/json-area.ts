// JSON values in local storage.

export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Reads and writes JSON; a value is parsed once and stays the same object until its text changes. */
export function createJsonArea(area: () => StorageArea) {
  const parsed = new Map<string, { text: string; value: unknown }>();
  return {
    read<T>(key: string, isShape: (value: unknown) => value is T): T | undefined {
      const text = area().getItem(key);
      if (text === null) return undefined;
      let known = parsed.get(key);
      if (known?.text !== text) {
        known = { text, value: parse(text) };
        parsed.set(key, known);
      }
      return isShape(known.value) ? known.value : undefined;
    },
    write(key: string, value: unknown): void {
      area().setItem(key, JSON.stringify(value));
    },
    remove: (key: string) => area().removeItem(key),
    clear: () => area().clear(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type JsonArea = ReturnType<typeof createJsonArea>;
