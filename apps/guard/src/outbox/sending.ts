// Brings what waits to the server, exactly once: the server knows each id, and the phone lets go after a receipt only (FIELD-02).
import { fieldSignOut } from '@watchpost/contract/field';
import { ask } from '../lib/server.ts';
import { openDatabase, readRecords, write } from './database.ts';
import { deliver, type Overtaken } from './delivering.ts';
import { notify } from './outbox-updates.ts';
import { forgetPatience } from './photo-yielding.ts';
import type { Owner, Session } from './records.ts';
import { batchAfter, nextStep, passingOver, type Reach, recordsOf } from './sending-plan.ts';

/** How a run ended; later: something waits that could not be sent just now. */
export type RunEnd =
  | { readonly kind: 'empty' }
  | { readonly kind: 'busy' }
  /** The office has stopped the phone: it may have something to say. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'later'; readonly waitMs: number };

const lockName = 'watchpost-outbox';
const batchMax = 100;
/** A server that fails at more than so many records of a run is not well, and is left alone for a while. */
const failuresMax = 3;

/** For whatever changes what was recorded: one tab or worker at a time. */
export async function withOutboxLock(run: () => Promise<RunEnd>): Promise<RunEnd> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock === null ? { kind: 'busy' } : run(),
  );
}

/**
 * Sends all that can be sent now, of every guard of this phone with that guard's own session; no one's photo before what
 * another guard did.
 */
export async function sendEverybodys(): Promise<RunEnd> {
  const stuck = new Set<Owner>();
  const failed = new Set<string>();
  let end: RunEnd = { kind: 'empty' };
  for (const reach of ['records', 'all'] as const) {
    for (const { session, token } of await findSenders()) {
      if (stuck.has(session.owner)) continue;
      const own = await sendOwn({ session, token }, reach, failed);
      if (own.kind === 'overtaken') return sendEverybodys();
      if (own.kind !== 'empty') stuck.add(session.owner);
      if (own.kind === 'later' || (own.kind === 'blocked' && end.kind !== 'later')) end = own;
    }
  }
  if (end.kind === 'empty') forgetPatience();
  return end.kind === 'empty' ? endOf(failed) : end;
}

/**
 * Sends calls for help and what is said of them beside any run, here or elsewhere, that may be long at something else. Both
 * may bring the same one: the server knows each by its id.
 */
export const sendCalls = (): Promise<RunEnd> => sendAlongside('calls');

async function sendAlongside(reach: Exclude<Reach, 'all'>): Promise<RunEnd> {
  const failed = new Set<string>();
  let end: RunEnd = { kind: 'empty' };
  for (const sender of await findSenders()) {
    const own = await sendOwn(sender, reach, failed);
    if (own.kind === 'later') end = own;
  }
  return end.kind === 'empty' ? endOf(failed) : end;
}

/** Of a run that brought everything but what the server failed at. */
const endOf = (failed: ReadonlySet<string>): RunEnd =>
  failed.size === 0 ? { kind: 'empty' } : { kind: 'later', waitMs: 0 };

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

/** How many events go at once, as far as the network lets them through. */
let batch = batchMax;

/** Records that the server fails at are noted in `failed`, and hold up none but what belongs to them. */
async function sendOwn(
  { session, token }: Sender,
  reach: Reach,
  failed: Set<string>,
): Promise<RunEnd | Overtaken> {
  let part = batchMax;
  for (;;) {
    const waiting = await readRecords(session.owner, 'waiting');
    const step = nextStep(passingOver(failed, waiting), Math.min(part, batch), reach);
    if (step === null) {
      const isAllSent = reach === 'all' && waiting.length === 0;
      return isAllSent && session.isLeaving ? endDetached(session, token) : { kind: 'empty' };
    }
    const beganMs = performance.now();
    const result = await deliver({
      session,
      token,
      step,
      sendAlongside: () => sendAlongside('records').then(() => {}),
    });
    if (step.kind === 'events') {
      batch = batchAfter(batch, performance.now() - beganMs, result.kind !== 'later', batchMax);
    }
    if (result.kind === 'settled') {
      part = Math.min(batchMax, part * 4);
      notify('sent');
    } else if (result.kind === 'failed') {
      const [one, ...others] = recordsOf(step);
      if (others.length > 0) part = Math.ceil((others.length + 1) / 4);
      else if (one !== undefined) failed.add(one.id);
      if (failed.size >= failuresMax) return { kind: 'later', waitMs: 0 };
    } else if (result.kind === 'signedOut' || result.kind === 'blocked') {
      await endSession(session, token, result.kind === 'blocked');
      return result.kind === 'blocked' ? result : { kind: 'empty' };
    } else return result;
  }
}

/** With `isHeld` the token may still serve to hand over what is here; a held one that was refused serves for nothing. */
export async function endSession({ owner }: Session, token: string, isTokenSaved: boolean): Promise<void> {
  await write(async (change) => {
    const sessions = change.objectStore('sessions');
    const now = await sessions.get(owner);
    if (now === undefined) return;
    const { heldToken, ...session } = now;
    // A sign-in in the meantime has another token, which lives.
    if (session.token === token) {
      await sessions.put({ ...session, token: null, ...(isTokenSaved ? { heldToken: token } : {}) });
    } else if (heldToken === token) await sessions.put(session);
  });
  notify('changed');
}

/** Everything of a guard who has left is sent: now the server may forget the session too. */
async function endDetached(session: Session, token: string): Promise<RunEnd> {
  const outcome = await ask(fieldSignOut, { company: session.company, token });
  if (outcome.kind === 'later') return outcome;
  await write(async (change) => {
    const now = await change.objectStore('sessions').get(session.owner);
    if (now?.isLeaving === true) await change.objectStore('sessions').delete(session.owner);
  });
  notify('changed');
  return { kind: 'empty' };
}
