// Reports, answers and notes that are not finished, kept beside the outbox: phones of little memory end the browser while
// the camera is open. On a phone that is full they last as long as the app is open.
import { openDatabase, type WriteTransaction } from './database.ts';
import type { Owner } from './records.ts';

export type DraftKind = 'report' | 'photos' | 'answers' | 'note';

/** Begins with whose it is: on a phone of many no one goes on with another's. */
export const draftName = (owner: Owner, kind: DraftKind, about: string) => `${owner}/${kind}/${about}`;

const drafts = new Map<string, object>();
/** What the disk holds, as far as it is known. */
const written = new Map<string, object | undefined>();
/** What became of the draft is recorded, or being so, by that change: it is not written again. */
const recorded = new Map<string, WriteTransaction>();
let writing: Promise<void> = Promise.resolve();

export const findDraft = (name: string): object | undefined => drafts.get(name);

/** Undefined forgets it. */
export function saveDraft(name: string, draft: object | undefined): void {
  if (draft === undefined) {
    drafts.delete(name);
    recorded.delete(name);
  } else drafts.set(name, draft);
  writing = writing.then(() => writeNewest(name)).catch(() => {});
}

async function writeNewest(name: string): Promise<void> {
  const db = await openDatabase();
  const draft = drafts.get(name);
  if (recorded.has(name) || (written.has(name) && written.get(name) === draft)) return;
  if (draft === undefined) await db.delete('drafts', name);
  else await db.put('drafts', draft, name);
  written.set(name, draft);
}

/** Before the first screen is drawn. */
export async function restoreDrafts(): Promise<void> {
  const { store } = (await openDatabase()).transaction('drafts');
  const [names, saved] = await Promise.all([store.getAllKeys(), store.getAll()]);
  for (const [index, name] of names.entries()) {
    const draft = saved[index];
    if (draft !== undefined) drafts.set(name, draft);
  }
}

/**
 * Deletes a draft in the change that records what became of it, so that no one records it twice. It still shows until it is
 * forgotten, and stays where nothing was recorded. Whether the disk held it.
 */
export async function deleteDraft(change: WriteTransaction, name: string): Promise<boolean> {
  recorded.set(name, change);
  change.done.catch(() => {
    if (recorded.get(name) !== change) return;
    recorded.delete(name);
    saveDraft(name, drafts.get(name));
  });
  const store = change.objectStore('drafts');
  const isThere = (await store.getKey(name)) !== undefined;
  await store.delete(name);
  return isThere;
}

/** All whose name begins so, in a change of whatever else is forgotten. */
export async function forgetDrafts(change: WriteTransaction, beginning: string): Promise<void> {
  await change.objectStore('drafts').delete(IDBKeyRange.bound(beginning, `${beginning}\uffff`));
  for (const name of drafts.keys()) {
    if (!name.startsWith(beginning)) continue;
    drafts.delete(name);
    written.delete(name);
  }
}
