// Heads from elsewhere that a log must have grown out of.
import type { HeadNote, HeadOfNote } from '@watchpost/domain/evidence/head-note';
import type { SavedHead } from '@watchpost/domain/evidence/saved-heads';

export interface Anchor extends HeadOfNote {
  readonly atMs?: number;
  /** Where no time tells which one it is. */
  readonly name?: string;
  /** Where it was kept as a note: its signature tells whether anybody made it up. */
  readonly note?: HeadNote['note'];
}

export function anchorOf(saved: SavedHead): Anchor {
  if (!('note' in saved)) return saved.head;
  const { head, note } = saved.note;
  return { ...head, note, name: `the note of ${head.size} records` };
}

export const anchorName = ({ name, atMs = 0 }: Anchor): string =>
  name ?? `the head of ${new Date(atMs).toISOString()}`;
