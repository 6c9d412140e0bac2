// One step of a run: brings it to the server and writes down what the server said of it (FIELD-02).
import { sendFieldEvents } from '@watchpost/contract/field';
import { sendFieldIncident, sendFieldIncidentPhoto } from '@watchpost/contract/field-incidents';
import { sendFieldSos, sendFieldSosPositions, sendFieldSosSafe } from '@watchpost/contract/sos';
import { type DeviceTime, deviceTime } from '../lib/device-time.ts';
import { ask, askWith, type Outcome } from '../lib/server.ts';
import { findPhoto, write, type WriteTransaction } from './database.ts';
import { sendYielding } from './photo-yielding.ts';
import { agesSent, ageSent, takeServerTime } from './record-time.ts';
import type { OutboxRecord, Session } from './records.ts';
import { isForItsTime } from './refused-for-time.ts';
import { eventsOf, type Step } from './sending-plan.ts';
import { withoutScan, withReceipt, withScanAt } from './shift.ts';

const photoTimeoutMs = 120_000;

/** A photo gave way to what was recorded while it was sent. */
export interface Overtaken {
  readonly kind: 'overtaken';
}

type Performed =
  | Overtaken
  | { readonly kind: 'settled' }
  /** Taken together they are too much, or one of them is at fault. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'later'; readonly waitMs: number };

interface Verdict {
  readonly record: OutboxRecord;
  readonly change: Pick<OutboxRecord, 'state' | 'receivedAtMs' | 'flags' | 'countsAt' | 'refusal'>;
}

interface Delivery {
  readonly session: Session;
  readonly token: string;
  readonly step: Step;
  /** Sends what is recorded while a photo has its turn. */
  readonly sendAlongside: () => Promise<void>;
}

export async function deliver(delivery: Delivery): Promise<Performed> {
  const { session, token, step } = delivery;
  const { company } = session;
  // Help waits for no clock.
  if (step.kind === 'events') await takeServerTime(session, token, step.records);
  const now = deviceTime();
  const sentAtMs = now.wallMs;
  switch (step.kind) {
    case 'events':
      return deliverEvents(delivery, step, now);
    case 'sos': {
      const body = { sentAtMs, sos: step.record.entry.sos };
      const sending = { company, token, body };
      return settle([step.record], await askWith(ageSent(step.record, now), sendFieldSos, sending), taken);
    }
    case 'sosSafe': {
      const { sosId, safe } = step.record.entry;
      const sending = { company, token, params: { id: sosId }, body: { sentAtMs, safe } };
      const age = ageSent(step.record, now);
      return settle([step.record], await askWith(age, sendFieldSosSafe, sending), taken);
    }
    case 'sosPositions': {
      const positions = step.records.map(({ entry }) => entry.position);
      const sending = { company, token, params: { id: step.sosId }, body: { sentAtMs, positions } };
      const ages = agesSent(step.records, now);
      return settle(step.records, await askWith(ages, sendFieldSosPositions, sending), ({ ids }) =>
        ids.map((id) => ({ id, state: 'sent' as const })),
      );
    }
    case 'incident': {
      const body = { sentAtMs, incident: step.record.entry.incident };
      const sending = { company, token, body };
      const age = ageSent(step.record, now);
      return settle([step.record], await askWith(age, sendFieldIncident, sending), taken);
    }
    case 'photo':
      return sendYielding((yielding) => sendPhotoUntil(yielding, delivery, step), delivery.sendAlongside);
  }
}

type EventsStep = Extract<Step, { kind: 'events' }>;

async function deliverEvents(
  { session: { company }, token }: Delivery,
  { records }: EventsStep,
  now: DeviceTime,
): Promise<Performed> {
  const body = { sentAtMs: now.wallMs, events: eventsOf(records) };
  const outcome = await askWith(agesSent(records, now), sendFieldEvents, { company, token, body });
  return settle(records, outcome, ({ accepted, refused }) => [
    ...accepted.map(({ id, receivedAtMs, flags, laterFlags = [], countsAt }) => ({
      id,
      state: 'sent' as const,
      receivedAtMs,
      flags: [...flags, ...laterFlags],
      ...(countsAt === undefined ? {} : { countsAt }),
    })),
    ...refused
      .filter((refusal) => !isForItsTime(refusal))
      .map(({ id, code, message }) => ({ id, state: 'refused' as const, refusal: { code, message } })),
  ]);
}

const taken = ({ id, receivedAtMs }: { readonly id: string; readonly receivedAtMs: number }) => [
  { id, state: 'sent' as const, receivedAtMs },
];

type PhotoStep = Extract<Step, { kind: 'photo' }>;

async function sendPhotoUntil(
  signal: AbortSignal,
  { session: { company }, token }: Delivery,
  { record }: PhotoStep,
): Promise<Performed> {
  const { id: photoId, incidentId } = record.entry;
  const file = await findPhoto(photoId);
  if (file === null) {
    return store([{ record, change: { state: 'refused', refusal: { code: 'photoLost', message: '' } } }]);
  }
  const params = { id: incidentId, photoId };
  const sending = { company, token, params, file, signal, timeoutMs: photoTimeoutMs };
  const outcome = await ask(sendFieldIncidentPhoto, sending);
  if (signal.aborted && outcome.kind === 'later') return { kind: 'overtaken' };
  const isTooLarge = outcome.kind === 'tooLarge';
  const judged: typeof outcome = isTooLarge
    ? { kind: 'refused', code: 'tooLarge', message: '', status: 413 }
    : outcome;
  return settle([record], judged, taken);
}

type ReplyChange = { readonly id: string } & Verdict['change'];

/** Writes down what the server said of each; a whole upload that it refuses is sent in smaller parts until the one at fault stands alone. */
async function settle<Reply>(
  records: readonly OutboxRecord[],
  outcome: Outcome<Reply>,
  changesIn: (reply: Reply) => readonly ReplyChange[],
): Promise<Performed> {
  // A fault that the server did not know of is that of the record for all that the phone can tell.
  if (outcome.kind === 'later' && outcome.code === 'internal') return { kind: 'failed' };
  if (outcome.kind === 'later' || outcome.kind === 'signedOut') return outcome;
  if (outcome.kind === 'blocked') return { kind: 'blocked' };
  if (outcome.kind === 'tooLarge') return { kind: 'failed' };
  if (outcome.kind === 'refused') {
    if (outcome.status === 403) return { kind: 'later', waitMs: 0 };
    // An older server, as while an upgrade is under way, knows of clocks no better; nothing is given up for a time.
    if (records.length > 1 || isForItsTime(outcome)) return { kind: 'failed' };
    const { code, message } = outcome;
    return store(
      records.map((record) => ({ record, change: { state: 'refused', refusal: { code, message } } })),
    );
  }
  const changes = new Map(changesIn(outcome.reply).map(({ id, ...change }) => [id, change]));
  const verdicts = records.flatMap((record) => {
    const change = changes.get(record.id);
    return change === undefined ? [] : [{ record, change }];
  });
  // A receipt of nothing that was sent is none.
  return verdicts.length === 0 ? { kind: 'later', waitMs: 0 } : store(verdicts);
}

async function store(verdicts: readonly Verdict[]): Promise<Performed> {
  await write(async (change) => {
    for (const { record, change: next } of verdicts) {
      // The phone was cleared in the meantime: nothing comes back.
      if ((await change.objectStore('outbox').get(record.seq)) === undefined) continue;
      await change.objectStore('outbox').put({ ...record, ...next });
      if (record.entry.kind === 'photo' && next.state === 'sent') {
        await change.objectStore('photos').delete(record.id);
      }
      await noteInShift(change, { record, change: next });
    }
  });
  return { kind: 'settled' };
}

/** A refused scan is none of the round, and another's code counts where it hangs; of the start of a round it is noted when the server took it. */
async function noteInShift(change: WriteTransaction, { record, change: next }: Verdict): Promise<void> {
  const { id, owner, entry } = record;
  const isRefused = next.state === 'refused';
  const isStart = entry.kind === 'event' && entry.event.kind === 'roundStarted';
  const isElsewhere = next.countsAt !== undefined;
  if (!isRefused && !isStart && !isElsewhere) return;
  const shifts = change.objectStore('shifts');
  const shift = await shifts.get(owner);
  if (shift === undefined) return;
  if (isRefused) await shifts.put(withoutScan(shift, id), owner);
  else if (next.countsAt !== undefined) await shifts.put(withScanAt(shift, id, next.countsAt), owner);
  else if (next.receivedAtMs !== undefined) {
    await shifts.put(withReceipt(shift, id, next.receivedAtMs), owner);
  }
}
