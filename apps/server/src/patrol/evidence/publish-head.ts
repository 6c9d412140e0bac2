// The head of a day, which anybody may have: what the log was when that day of UTC began. It changes once a day, so that it
// tells no stranger when somebody is on patrol.
import { isGrowth } from '@watchpost/domain/evidence/head-faults';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Db } from '../../platform/db/database.ts';
import { growthBetween } from './evidence-file.ts';
import { isOwnHead, noteOfHead } from './head-notes.ts';
import { faultSentence } from './log-fault.ts';
import { logKeyOf, signHead } from './log-keys.ts';
import { findOperatorNotes } from './log-notes.queries.ts';
import {
  dayOf,
  findHeadAt,
  findPublished,
  insertPublished,
  type PublishedHead,
} from './published-heads.queries.ts';
import { checkStoredHead } from './seal-logs.queries.ts';
import type { Sealing } from './sealing.ts';

export interface PublishSettings {
  readonly sealing: Sealing;
  readonly nowMs: number;
  /** Whether the note waits for a time-stamp. */
  readonly isStamped: boolean;
  /** What else is to be done with a head that was published, in the same transaction. */
  readonly onPublished?: (transaction: Db, published: FreshHead) => Promise<void>;
}

export interface FreshHead extends PublishedHead {
  readonly verifierKey: string;
  /** Whether its note waits for a time-stamp. */
  readonly isStamped: boolean;
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
  settings: PublishSettings,
): Promise<PublishedHead | null> {
  const { sealing, nowMs } = settings;
  const atMs = Math.floor(nowMs / dayMs) * dayMs;
  const day = new Date(atMs).toISOString().slice(0, 10);
  if ((await findPublished(db, tenantId, day)) !== null) return null;
  const sealed = await findHeadAt(db, tenantId, atMs);
  if (sealed === null) return null;
  const { secrets } = sealing;
  if (!(await isOwnHead(secrets, sealed)))
    throw new UnfitHead(`its head of ${sealed.size} records is signed by no key of this installation`);
  const before = await findPublished(db, tenantId);
  if (before?.head.size === sealed.size && before.head.root === sealed.root) return null;
  const fault = await checkStoredHead(db, tenantId, sealing);
  if (fault !== null) throw new UnfitHead(faultSentence(fault));
  if (before !== null && !(await hasGrown(db, before.head, sealed)) && !(await isAccepted(db, before)))
    throw new UnfitHead(
      `its ${sealed.size} records did not grow out of the ${before.head.size} that were published for ${before.day}`,
    );
  // Dated with the day: the moment of sealing would tell when somebody was last on patrol.
  const { size, root } = sealed;
  const head = signHead(logKeyOf(secrets[0], tenantId), { logId: tenantId, size, root, atMs });
  // Numbers of heads that were deleted are not given again: the gap shows.
  const no = Math.max(before?.no ?? 0, await lastStoredNo(sealing, tenantId)) + 1;
  const published = await insertHead(db, { head, day, no }, settings);
  if (published !== null) await storeDay(published, sealing);
  return published;
}

async function insertHead(
  db: Db,
  { head, day, no }: Pick<PublishedHead, 'head' | 'day' | 'no'>,
  { sealing, isStamped, onPublished }: PublishSettings,
): Promise<PublishedHead | null> {
  return db.transaction().execute(async (transaction) => {
    const noted = await noteOfHead(transaction, sealing.secrets, head);
    if (noted === null) throw new Error('a head that was just signed has no note');
    const published: PublishedHead = {
      head,
      day,
      no,
      note: noted.note,
      stampState: isStamped ? 'waiting' : 'none',
      stampReason: '',
      stampedAtMs: null,
    };
    if (!(await insertPublished(transaction, published))) return null;
    await onPublished?.(transaction, { ...published, verifierKey: noted.verifierKey, isStamped });
    return published;
  });
}

async function lastStoredNo({ days }: Sealing, tenantId: string): Promise<number> {
  const found = await days.find(tenantId);
  return found.kind === 'stored' ? found.day.no : 0;
}

/** Once it is committed: a crash between leaves the stored one behind, which takes nothing for deleted. */
async function storeDay(published: PublishedHead, { days, alarms }: Sealing): Promise<void> {
  try {
    await days.store(dayOf(published));
  } catch (error) {
    alarms.note(
      `that a head of the log of tenant ${published.head.logId} was published could not be stored outside the database: ${String(error)}`,
    );
  }
}

/** Whether an operator has gone on since with a log that had not grown, which a sealed note of it says for good. */
async function isAccepted(db: Db, { head }: PublishedHead): Promise<boolean> {
  const notes = await findOperatorNotes(db, head.logId);
  return notes.some(({ atMs }) => atMs > head.atMs);
}

async function hasGrown(db: Db, earlier: SignedHead, later: SignedHead): Promise<boolean> {
  if (earlier.size > later.size) return false;
  try {
    const { path } = await growthBetween(db, earlier, later);
    return isGrowth(earlier, later, path);
  } catch (error) {
    // Nodes are missing: anyone who took them out took the proof.
    if (error instanceof Error && error.message.startsWith('the log lacks')) return false;
    throw error;
  }
}
