// What the command palette finds, and in which order.
import { searchable } from '@watchpost/domain/readers/searchable';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Where it belongs, e.g. the group of a page. */
  readonly context: string;
  readonly icon: string;
  readonly run: () => void;
}

/** Whether the letters of a text stand in a name in their order, from the beginning of a word on. */
function hasLetters(name: string, text: string): boolean {
  const parts = name.split(/(?<=[\s/-])/);
  return parts.some((part, index) => {
    if (!part.startsWith(text.charAt(0))) return false;
    let at = 0;
    for (const letter of parts.slice(index).join('')) if (letter === text[at]) at += 1;
    return at === text.length;
  });
}

/** How well a label answers: 0 begins with the text, 1 a word does, 2 contains it, 3 its letters in order; null not at all. */
function distance(label: string, text: string): number | null {
  const name = searchable(label);
  if (name.startsWith(text)) return 0;
  if (name.split(/[\s/-]+/).some((part) => part.startsWith(text))) return 1;
  if (name.includes(text)) return 2;
  return hasLetters(name, text) ? 3 : null;
}

/** The same records, those first whose label has the text: the server finds more than names, and names that are spelt alike. */
export function byLabel<T extends Pick<PaletteEntry, 'label'>>(records: readonly T[], typed: string): T[] {
  const text = searchable(typed);
  const rank = ({ label }: T): number => distance(label, text) ?? 4;
  return records.toSorted((a, b) => rank(a) - rank(b));
}

/** Entries that answer the typed text, the closest first; all of them, in their order, for none. */
export function findEntries<T extends Pick<PaletteEntry, 'label' | 'context'>>(
  entries: readonly T[],
  typed: string,
): T[] {
  const text = searchable(typed);
  if (text === '') return [...entries];
  return entries
    .flatMap((entry) => {
      const byLabel = distance(entry.label, text);
      const byContext = distance(entry.context, text);
      const best = byLabel ?? (byContext !== null && byContext < 3 ? byContext + 4 : null);
      return best === null ? [] : [{ entry, best }];
    })
    .toSorted((a, b) => a.best - b.best)
    .map(({ entry }) => entry);
}
