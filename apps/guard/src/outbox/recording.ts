// Writes what the guard does, on the disk before any screen says that it is done (FIELD-02).
import type { FieldEvent } from '@watchpost/contract/field';
import { clockOffsetMs, deviceTime, likelyOffsetMs, serverTimeOf } from '../lib/device-time.ts';
import { isFull } from '../lib/storage-fault.ts';
import { type Chain, extended, type Link, overtaken, signAndSave } from './chains.ts';
import { type GuardDb, openDatabase, write, type WriteTransaction } from './database.ts';
import { deleteDraft } from './saved-drafts.ts';
import { type OutboxUpdate, notify } from './outbox-updates.ts';
import { dueOf } from './open-dues.ts';
import { showPhone } from './phone.ts';
import { type Entry, idOf, type NewRecord, type Owner } from './records.ts';
import { advanceShift, noShift, type Shift, type ShiftSource } from './shift.ts';
import { phoneDiskSpace } from './disk-space.ts';

interface Written {
  readonly entry: Entry;
  readonly about: string;
  readonly draftId?: string;
}

const recordOf = (owner: Owner, { entry, ...written }: Written): NewRecord => ({
  id: idOf(entry),
  owner,
  state: 'waiting',
  entry,
  time: deviceTime(),
  ...written,
});

/** The chain that the guard's next event belongs to. */
async function readChain(owner: Owner): Promise<Chain | undefined> {
  const db = await openDatabase();
  const session = await db.get('sessions', owner);
  return typeof session?.key === 'string' ? db.get('chains', session.key) : undefined;
}

/**
 * Records an event, what it makes of the shift and where its chain ends with it, as one change, which deletes the draft that
 * it was. False, and nothing recorded, where it does not follow: a second tap, or another tab was faster. Throws
 * QuotaExceededError.
 */
export async function recordEvent(
  owner: Owner,
  event: FieldEvent,
  about: string,
  source: ShiftSource = {},
  draft?: string,
): Promise<boolean> {
  const save = ({ event: made, signed }: Link) =>
    write(async (change) => {
      const shift: Shift = (await change.objectStore('shifts').get(owner)) ?? noShift;
      const dueId = await findDueOf(change, owner, shift, event);
      const next = advanceShift(shift, event, { ...source, offsetMs: likelyOffsetMs(deviceTime()), dueId });
      if (next === null) return false;
      if (signed !== null) {
        const chains = change.objectStore('chains');
        const chain = extended(await chains.get(signed.chain.key), signed);
        if (chain === null) return overtaken;
        await chains.put(chain);
      }
      await change.objectStore('shifts').put(next, owner);
      if (draft !== undefined) await deleteDraft(change, draft);
      await change
        .objectStore('outbox')
        .add(recordOf(owner, { entry: { kind: 'event', event: made }, about }));
      return true;
    });
  const isDone = await withDiskSpace(() => signAndSave(event, () => readChain(owner), save));
  if (isDone) notify('recorded');
  // Anyone who shows what comes next shows it of the shift as it is now; a tap that came too late fell on an older one.
  await showPhone();
  return isDone;
}

/** Which due round it is that an event begins, by the plan that the phone holds; null for none. */
async function findDueOf(
  change: WriteTransaction,
  owner: Owner,
  shift: Shift,
  event: FieldEvent,
): Promise<string | null> {
  if (event.kind !== 'roundStarted') return null;
  const plan = await change.objectStore('plans').get(owner);
  const { routeVersionId, deviceAtMs: startedAtMs } = event;
  return plan === undefined ? null : dueOf(plan, shift, { routeVersionId, startedAtMs }, clockOffsetMs());
}

export interface Photo {
  readonly id: string;
  readonly blob: Blob;
}

/**
 * Records a report with its photos and deletes the drafts that it was, all or nothing. Null; or the id of what another tab has
 * recorded of these drafts as they are, and then nothing is recorded. Throws QuotaExceededError.
 */
export async function recordEntries(
  owner: Owner,
  written: readonly Written[],
  photos: readonly Photo[] = [],
  drafts: readonly string[] = [],
): Promise<string | null> {
  // Read before: a transaction does not wait for it.
  const saved = await Promise.all(
    photos.map(async ({ id, blob }) => ({ id, bytes: await blob.arrayBuffer() })),
  );
  const knownId = await withDiskSpace(() =>
    write(async (change) => {
      const found: boolean[] = [];
      for (const draft of drafts) found.push(await deleteDraft(change, draft));
      // A draft that is there although it was recorded was written on since.
      const known = found.includes(true) ? null : await findRecorded(change, written);
      if (known !== null) return known;
      for (const { id, bytes } of saved) await change.objectStore('photos').put(bytes, id);
      for (const one of written) await change.objectStore('outbox').add(recordOf(owner, one));
      return null;
    }),
  );
  if (knownId === null) notify(updateOf(written));
  return knownId;
}

/** The id of the record that the draft of these is already. */
async function findRecorded(change: WriteTransaction, written: readonly Written[]): Promise<string | null> {
  const draftId = written.find((one) => one.draftId !== undefined)?.draftId;
  if (draftId === undefined) return null;
  for await (const { value } of change.objectStore('outbox')) if (value.draftId === draftId) return value.id;
  return null;
}

function updateOf(written: readonly Written[]): OutboxUpdate {
  if (written.every(({ entry }) => entry.kind === 'sosPosition')) return 'tracked';
  return written.some(({ entry }) => entry.kind === 'sos' || entry.kind === 'sosSafe')
    ? 'called'
    : 'recorded';
}

/** When the phone is full, what the server has already makes room, and it is tried once more. */
async function withDiskSpace<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record();
  } catch (error) {
    if (!isFull(error)) throw error;
    await forgetSent(await openDatabase(), Number.POSITIVE_INFINITY);
    return record();
  }
}

/** What was sent is kept for a day, to be looked at. */
const retentionMs = 24 * 3_600_000;

/** `nowMs`: the server's time, so that a phone whose clock was set neither loses them early nor keeps them for good. */
export async function forgetSent(db: GuardDb, nowMs: number): Promise<void> {
  const change = db.transaction('outbox', 'readwrite');
  let isAnyGone = false;
  for await (const cursor of change.store) {
    const { state, time, receivedAtMs = serverTimeOf(time.wallMs, time) } = cursor.value;
    if (state !== 'sent' || receivedAtMs >= nowMs - retentionMs) continue;
    await cursor.delete();
    isAnyGone = true;
  }
  await change.done;
  if (isAnyGone) notify('changed');
}

/** The guard has read why the record was refused. It is no longer told of, and stays on the phone to be shown. */
export async function markRead(seq: number): Promise<void> {
  await write(async (change) => {
    const store = change.objectStore('outbox');
    const record = await store.get(seq);
    if (record?.state === 'refused') await store.put({ ...record, isRead: true });
  });
  notify('changed');
  await showPhone();
}

/** Whether the phone has room for photos, so that scans never lack it. */
export const hasPhotoSpace = async (): Promise<boolean> => (await phoneDiskSpace()) !== 'noPhotos';
