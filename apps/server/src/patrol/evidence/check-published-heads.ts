// Whether heads of days are as they were published, and all there: they are numbered, and the last one is stored outside.
import { createHash } from 'node:crypto';
import { parseHeadNote } from '@watchpost/domain/evidence/head-note';
import { parseVerifierKey, verifyNote } from '@watchpost/domain/evidence/signed-note';
import { isSignedHead } from '@watchpost/domain/evidence/tree-head';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { readTimeStamp, TimeStampError } from '../../platform/adapters/time-stamps/time-stamp-reply.ts';
import { verifyTimeStamp } from '../../platform/adapters/time-stamps/time-stamp-signature.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { type Anchor, anchorName } from './anchors.ts';
import { findLogKeys } from './check-log.queries.ts';
import { noteSignerOf } from './note-keys.ts';
import { findNoteKeys, findTimeStamp, listPublished, type PublishedHead } from './published-heads.queries.ts';
import type { FoundDay } from './stored-days.ts';

export interface PublishedVerdict {
  /** What the log must have grown out of. */
  readonly anchors: readonly Anchor[];
  readonly differences: readonly string[];
}

const all = 2_147_483_647;

export interface PublishedTrust {
  /** What somebody kept of this log, of which notes are verified. */
  readonly saved: readonly Anchor[];
  /** The last one, as it was stored outside the database before the check began to read; undefined where it is not known. */
  readonly stored: FoundDay | undefined;
}

/** `secrets`: none where they are not known here. */
export async function checkPublishedHeads(
  db: Statements,
  tenantId: string,
  secrets: readonly ServerSecret[],
  { saved, stored: storedDay }: PublishedTrust,
): Promise<PublishedVerdict> {
  const stored = await findNoteKeys(db, tenantId);
  const own = secrets.map((secret) => noteSignerOf(secret, tenantId).verifierKey);
  const known = [...new Set([...stored, ...own])];
  const published = await listPublished(db, tenantId, all);
  const publicKeys = (await findLogKeys(db, tenantId)).map(({ publicKey }) => publicKey);
  const differences: string[] = [];
  for (const verifierKey of stored) {
    if (parseVerifierKey(verifierKey) === null)
      differences.push(`note_keys ${verifierKey}: verifier_key was altered`);
    else if (own.length > 0 && !own.includes(verifierKey))
      differences.push(
        `note_keys ${verifierKey}: inserted or altered; it was not drawn from this installation's secret`,
      );
  }
  differences.push(...missingHeads(published, storedDay));
  for (const each of published) {
    differences.push(...(await faultsOf(each, publicKeys, known)));
    const stamp = await findTimeStamp(db, tenantId, each.day);
    const isOwn =
      stamp === null ? each.stampedAtMs === null : timeOfStamp(stamp, each.note) === each.stampedAtMs;
    if (!isOwn)
      differences.push(
        `published_heads ${each.day}: time_stamp was altered; it is not one of the note at that time`,
      );
  }
  for (const anchor of saved) {
    const keys = known.flatMap((key) => parseVerifierKey(key) ?? []);
    if (anchor.note !== undefined && (await verifyNote(anchor.note, keys)) !== 'signed')
      differences.push(`${anchorName(anchor)} is signed by no key of this log: somebody else made it`);
  }
  const anchors = published.map(({ head: { logId, size, root }, day }) => ({
    logId,
    size,
    root,
    name: `the head that was published for ${day}`,
  }));
  return { anchors, differences };
}

/** `published`: the newest first. */
function missingHeads(published: readonly PublishedHead[], stored: FoundDay | undefined): string[] {
  const missing: string[] = [];
  let lastNo = 0;
  for (const { day, no } of published.toReversed()) {
    if (no !== lastNo + 1)
      missing.push(`published_heads ${day}: no was altered, or heads before it were removed`);
    lastNo = no;
  }
  if (stored?.kind === 'unreadable')
    missing.push('published_heads: what is stored of the last one outside the database cannot be read');
  if (stored?.kind !== 'stored') return missing;
  const { day, no, size, root } = stored.day;
  const isThere = published.some(
    (each) => each.no === no && each.day === day && each.head.size === size && each.head.root === root,
  );
  if (!isThere)
    missing.push(
      `published_heads ${day}: removed or altered; it was published as number ${no}, of ${size} records, as is stored outside the database`,
    );
  return missing;
}

async function faultsOf(
  { head, day, note }: PublishedHead,
  publicKeys: readonly string[],
  verifierKeys: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  if (!(await isSignedHead(head, publicKeys)))
    faults.push('size, root, at_ms, key or signature was altered; the signature does not hold');
  if (new Date(head.atMs).toISOString() !== `${day}T00:00:00.000Z`)
    faults.push(`day was altered; its head is of ${new Date(head.atMs).toISOString()}`);
  const read = parseHeadNote(note);
  const keys = verifierKeys.flatMap((key) => parseVerifierKey(key) ?? []);
  const isOwn =
    read?.head.size === head.size && read.head.root === head.root && read.head.logId === head.logId;
  if (read === null || !isOwn || (await verifyNote(read.note, keys)) !== 'signed')
    faults.push('note was altered; it is not the signed note of its head');
  return faults.map((fault) => `published_heads ${day}: ${fault}`);
}

/** The time in a stamp of the note; null when it stamps something else. Accepts any signer: who was trusted then is unknown here. */
function timeOfStamp(stamp: Buffer, note: string): number | null {
  try {
    const hash = createHash('sha256').update(note).digest();
    const read = readTimeStamp(stamp, { hash, nonce: null });
    verifyTimeStamp(read, null);
    return read.atMs;
  } catch (error) {
    if (error instanceof TimeStampError) return null;
    throw error;
  }
}
