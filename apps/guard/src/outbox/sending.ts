// Brings what waits to the server, exactly once: the server knows each id, and the phone lets go after a receipt only (FIELD-02).
import { fieldSignOut, sendFieldEvents } from '@watchpost/contract/field';
import { sendFieldIncident, sendFieldIncidentPhoto } from '@watchpost/contract/field-incidents';
import { sendFieldSos, sendFieldSosPositions, sendFieldSosSafe } from '@watchpost/contract/sos';
import { ask, type Outcome } from '../lib/server.ts';
import { findPhoto, openDatabase, readRecords, write, type WriteTransaction } from './database.ts';
import { tell } from './news.ts';
import { endTurns, sendInTurn } from './photo-turns.ts';
import type { OutboxRecord, Owner, Session } from './records.ts';
import { eventsOf, nextStep, type Reach, type Step } from './sending-plan.ts';
import { withoutScan, withReceipt } from './shift.ts';

/** How a run ended; later: something waits that could not be sent just now. */
export type RunEnd =
  | { readonly kind: 'empty' }
  | { readonly kind: 'busy' }
  /** The office has stopped the phone: it may have something to say. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'later'; readonly waitMs: number };

const lockName = 'watchpost-outbox';
const batchMax = 100;
const photoTimeoutMs = 120_000;

/** For whatever changes what was recorded: one tab or worker at a time. */
export async function withOutboxLock(run: () => Promise<RunEnd>): Promise<RunEnd> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock === null ? { kind: 'busy' } : run(),
  );
}

/**
 * Sends all that can be sent now, of every guard of this phone with that guard's own session; nobody's photo before what
 * another guard did.
 */
export async function sendEverybodys(): Promise<RunEnd> {
  const stuck = new Set<Owner>();
  let end: RunEnd = { kind: 'empty' };
  for (const reach of ['records', 'all'] as const) {
    for (const { session, token } of await findSenders()) {
      if (stuck.has(session.owner)) continue;
      const own = await sendOwn(session, token, reach);
      if (own.kind === 'overtaken') return sendEverybodys();
      if (own.kind !== 'empty') stuck.add(session.owner);
      if (own.kind === 'later' || (own.kind === 'blocked' && end.kind !== 'later')) end = own;
    }
  }
  if (end.kind === 'empty') endTurns();
  return end;
}

/**
 * Sends calls for help and what is said of them beside any run, here or elsewhere, that may be long at something else. Both
 * may bring the same one: the server knows each by its id.
 */
export const sendCalls = (): Promise<RunEnd> => sendBeside('calls');

async function sendBeside(reach: Exclude<Reach, 'all'>): Promise<RunEnd> {
  let end: RunEnd = { kind: 'empty' };
  for (const { session, token } of await findSenders()) {
    const own = await sendOwn(session, token, reach);
    if (own.kind === 'later') end = own;
  }
  return end;
}

interface Sender {
  readonly session: Session;
  readonly token: string;
}

async function findSenders(): Promise<Sender[]> {
  const db = await openDatabase();
  const office = (await db.get('settings', 'phone'))?.office ?? {};
  const sessions = await db.getAll('sessions');
  return sessions.flatMap((session) => {
    const isClearing = office[session.company]?.kind === 'clearing';
    const token = isClearing ? (session.heldToken ?? null) : session.token;
    return token === null ? [] : [{ session, token }];
  });
}

async function sendOwn(session: Session, token: string, reach: Reach): Promise<RunEnd | Overtaken> {
  let size = batchMax;
  for (;;) {
    const step = nextStep(await readRecords(session.owner, 'waiting'), size, reach);
    if (step === null) {
      return reach === 'all' && session.isLeaving ? leave(session, token) : { kind: 'empty' };
    }
    const result = await perform(session, token, step);
    if (result.kind === 'smaller') {
      if (size === 1) return { kind: 'later', waitMs: 0 };
      size = Math.ceil(size / 4);
    } else if (result.kind === 'signedOut' || result.kind === 'blocked') {
      await endSession(session, token, result.kind === 'blocked');
      return result.kind === 'blocked' ? result : { kind: 'empty' };
    } else if (result.kind === 'later' || result.kind === 'overtaken') return result;
    else tell('sent');
  }
}

/** A photo gave way to what was recorded while it was sent. */
interface Overtaken {
  readonly kind: 'overtaken';
}

type Performed =
  | Overtaken
  | { readonly kind: 'settled' }
  | { readonly kind: 'smaller' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'later'; readonly waitMs: number };

interface Verdict {
  readonly record: OutboxRecord;
  readonly change: Pick<OutboxRecord, 'state' | 'receivedAtMs' | 'flags' | 'refusal'>;
}

async function perform(session: Session, token: string, step: Step): Promise<Performed> {
  const { company } = session;
  const sentAtMs = Date.now();
  switch (step.kind) {
    case 'events': {
      const body = { sentAtMs, events: eventsOf(step.records) };
      return settle(
        step.records,
        await ask(sendFieldEvents, { company, token, body }),
        ({ accepted, refused }) => [
          ...accepted.map(({ id, receivedAtMs, flags }) => ({
            id,
            state: 'sent' as const,
            receivedAtMs,
            flags,
          })),
          ...refused.map(({ id, code, message }) => ({
            id,
            state: 'refused' as const,
            refusal: { code, message },
          })),
        ],
      );
    }
    case 'sos': {
      const body = { sentAtMs, sos: step.record.entry.sos };
      return settle([step.record], await ask(sendFieldSos, { company, token, body }), taken);
    }
    case 'sosSafe': {
      const { sosId, safe } = step.record.entry;
      const sending = { company, token, params: { id: sosId }, body: { sentAtMs, safe } };
      return settle([step.record], await ask(sendFieldSosSafe, sending), taken);
    }
    case 'sosPositions': {
      const positions = step.records.map(({ entry }) => entry.position);
      const sending = { company, token, params: { id: step.sosId }, body: { sentAtMs, positions } };
      return settle(step.records, await ask(sendFieldSosPositions, sending), ({ ids }) =>
        ids.map((id) => ({ id, state: 'sent' as const })),
      );
    }
    case 'incident': {
      const body = { sentAtMs, incident: step.record.entry.incident };
      return settle([step.record], await ask(sendFieldIncident, { company, token, body }), taken);
    }
    case 'photo':
      return sendPhoto(session, token, step);
  }
}

const taken = ({ id, receivedAtMs }: { readonly id: string; readonly receivedAtMs: number }) => [
  { id, state: 'sent' as const, receivedAtMs },
];

type PhotoStep = Extract<Step, { kind: 'photo' }>;

const sendPhoto = (session: Session, token: string, step: PhotoStep): Promise<Performed> =>
  sendInTurn(
    (giveWay) => sendPhotoUntil(giveWay, session, token, step),
    () => sendBeside('records').then(() => {}),
  );

async function sendPhotoUntil(
  signal: AbortSignal,
  { company }: Session,
  token: string,
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

type Told = { readonly id: string } & Verdict['change'];

/** Writes down what the server said of each; a whole upload that it refuses is sent in smaller parts until the one at fault stands alone. */
async function settle<Reply>(
  records: readonly OutboxRecord[],
  outcome: Outcome<Reply>,
  toldBy: (reply: Reply) => readonly Told[],
): Promise<Performed> {
  if (outcome.kind === 'later' || outcome.kind === 'signedOut') return outcome;
  if (outcome.kind === 'blocked') return { kind: 'blocked' };
  if (outcome.kind === 'tooLarge') return { kind: 'smaller' };
  if (outcome.kind === 'refused') {
    if (outcome.status === 403) return { kind: 'later', waitMs: 0 };
    if (records.length > 1) return { kind: 'smaller' };
    const { code, message } = outcome;
    return store(
      records.map((record) => ({ record, change: { state: 'refused', refusal: { code, message } } })),
    );
  }
  const told = new Map(toldBy(outcome.reply).map(({ id, ...change }) => [id, change]));
  const verdicts = records.flatMap((record) => {
    const change = told.get(record.id);
    return change === undefined ? [] : [{ record, change }];
  });
  // A receipt of nothing that was sent is none.
  return verdicts.length === 0 ? { kind: 'later', waitMs: 0 } : store(verdicts);
}

async function store(verdicts: readonly Verdict[]): Promise<Performed> {
  await write(async (change) => {
    for (const { record, change: said } of verdicts) {
      // The phone was cleared meanwhile: nothing comes back.
      if ((await change.objectStore('outbox').get(record.seq)) === undefined) continue;
      await change.objectStore('outbox').put({ ...record, ...said });
      if (record.entry.kind === 'photo' && said.state === 'sent') {
        await change.objectStore('photos').delete(record.id);
      }
      await noteInShift(change, { record, change: said });
    }
  });
  return { kind: 'settled' };
}

/** A refused scan is none of the round; of the start of a round it is noted when the server took it. */
async function noteInShift(change: WriteTransaction, { record, change: said }: Verdict): Promise<void> {
  const { id, owner, entry } = record;
  const isRefused = said.state === 'refused';
  const isStart = entry.kind === 'event' && entry.event.kind === 'roundStarted';
  if (!isRefused && !isStart) return;
  const shifts = change.objectStore('shifts');
  const shift = await shifts.get(owner);
  if (shift === undefined) return;
  if (isRefused) await shifts.put(withoutScan(shift, id), owner);
  else if (said.receivedAtMs !== undefined) {
    await shifts.put(withReceipt(shift, id, said.receivedAtMs), owner);
  }
}

/** With `isHeld` the token may still serve to hand over what is here; a held one that was refused serves for nothing. */
export async function endSession({ owner }: Session, token: string, isHeld: boolean): Promise<void> {
  await write(async (change) => {
    const sessions = change.objectStore('sessions');
    const now = await sessions.get(owner);
    if (now === undefined) return;
    const { heldToken, ...session } = now;
    // A sign-in meanwhile has another token, which lives.
    if (session.token === token) {
      await sessions.put({ ...session, token: null, ...(isHeld ? { heldToken: token } : {}) });
    } else if (heldToken === token) await sessions.put(session);
  });
  tell('changed');
}

/** Everything of a guard who has left is sent: now the server may forget the session too. */
async function leave(session: Session, token: string): Promise<RunEnd> {
  const outcome = await ask(fieldSignOut, { company: session.company, token });
  if (outcome.kind === 'later') return outcome;
  await write(async (change) => {
    const now = await change.objectStore('sessions').get(session.owner);
    if (now?.isLeaving === true) await change.objectStore('sessions').delete(session.owner);
  });
  tell('changed');
  return { kind: 'empty' };
}
