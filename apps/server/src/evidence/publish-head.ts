// The head of a day, which anybody may have: what the log was when that day of UTC began. It changes once a day, so that it
// tells no stranger when somebody is on patrol.
import { isGrowth } from '@watchpost/domain/evidence/head-faults';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Db } from '../db/database.ts';
import { growthBetween } from './evidence-file.ts';
import { isOwnHead, noteOfHead } from './head-notes.ts';
import { type LogSecrets, logKeyOf, signHead } from './log-keys.ts';
import { findHeadAt, findPublished, insertPublished, type PublishedHead } from './published-heads.queries.ts';

export interface PublishSettings {
  readonly secrets: LogSecrets;
  readonly nowMs: number;
  /** Whether the note waits for a time-stamp. */
  readonly isStamped: boolean;
  /** What else is to be done with a head that was published, in the same transaction. */
  readonly onPublished?: (transaction: Db, published: PublishedHead) => Promise<void>;
}

const dayMs = 86_400_000;

/** Why there is no head of today: a sentence, to be told; the log is not what it was. */
export class UnfitHead extends Error {
  override readonly name = 'UnfitHead';
}

/**
 * Publishes the head of today, once, on whichever server; null where it is published, or nothing was sealed since the one
 * before. Throws UnfitHead where the log did not grow out of that one.
 */
export async function publishHead(
  db: Db,
  tenantId: string,
  { secrets, nowMs, isStamped, onPublished }: PublishSettings,
): Promise<PublishedHead | null> {
  const atMs = Math.floor(nowMs / dayMs) * dayMs;
  const day = new Date(atMs).toISOString().slice(0, 10);
  if ((await findPublished(db, tenantId, day)) !== null) return null;
  const sealed = await findHeadAt(db, tenantId, atMs);
  if (sealed === null) return null;
  if (!(await isOwnHead(secrets, sealed)))
    throw new UnfitHead(`its head of ${sealed.size} records is signed by no key of this installation`);
  const before = await findPublished(db, tenantId);
  if (before?.head.size === sealed.size && before.head.root === sealed.root) return null;
  if (before !== null && !(await hasGrown(db, before.head, sealed)))
    throw new UnfitHead(
      `its ${sealed.size} records did not grow out of the ${before.head.size} that were published for ${before.day}`,
    );
  return db.transaction().execute(async (transaction) => {
    // Dated with the day: the moment of sealing would tell when somebody was last on patrol.
    const head = signHead(logKeyOf(secrets[0], tenantId), {
      logId: tenantId,
      size: sealed.size,
      root: sealed.root,
      atMs,
    });
    const noted = await noteOfHead(transaction, secrets, head);
    if (noted === null) throw new Error('a head that was just signed has no note');
    const published: PublishedHead = {
      head,
      day,
      note: noted.note,
      stampState: isStamped ? 'waiting' : 'none',
      stampReason: '',
      stampedAtMs: null,
    };
    if (!(await insertPublished(transaction, published))) return null;
    await onPublished?.(transaction, published);
    return published;
  });
}

async function hasGrown(db: Db, earlier: SignedHead, later: SignedHead): Promise<boolean> {
  if (earlier.size > later.size) return false;
  try {
    const { path } = await growthBetween(db, earlier, later);
    return isGrowth(earlier, later, path);
  } catch (error) {
    // Nodes are missing: whoever took them out took the proof.
    if (error instanceof Error && error.message.startsWith('the log lacks')) return false;
    throw error;
  }
}
