// Who uses the phone: signing in needs the network once, signing out loses nothing (FIELD-01, FIELD-02).
import { fieldSignIn, fieldSignOut, getFieldPlan } from '@watchpost/contract/field';
import { listFieldDueRounds } from '@watchpost/contract/field-due-rounds';
import { setServerTime } from '../lib/device-time.ts';
import { ask } from '../lib/server.ts';
import { makeUuidV7 } from '../lib/uuid-v7.ts';
import { type Chain, chainOf, type ChainOwner, makeChain } from './chains.ts';
import { openDatabase, type Settings, write } from './database.ts';
import { forgetDrafts } from './saved-drafts.ts';
import { notify } from './outbox-updates.ts';
import { type Owner, ownerOf, type Session } from './records.ts';
import { endSession } from './sending.ts';
import { signEnrolment } from './statements.ts';

const freshSettings = (): Settings => ({
  deviceId: makeUuidV7(),
  owner: null,
  company: '',
  employeeId: '',
});

export async function readSettings(): Promise<Settings> {
  const known = await (await openDatabase()).get('settings', 'phone');
  return known ?? changeSettings({});
}

export async function changeSettings(changes: Partial<Settings>): Promise<Settings> {
  const settings = await write(async (change) => {
    const store = change.objectStore('settings');
    const next = { ...((await store.get('phone')) ?? freshSettings()), ...changes };
    await store.put(next, 'phone');
    return next;
  });
  notify('changed');
  return settings;
}

/** Why no one was signed in; away: no answer came. */
export type SignInEnd =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'away' }
  /** Not the one guard who was asked for, who stays as before. */
  | { readonly kind: 'otherGuard' }
  | { readonly kind: 'refused'; readonly code: string };

export interface SignInRequest {
  readonly company: string;
  readonly employeeId: string;
  readonly secret: string;
}

/** `only`: no one but this guard, by whichever employee id; the server says who it was. */
export async function signIn(
  { company, employeeId, secret }: SignInRequest,
  only: Owner | null = null,
): Promise<SignInEnd> {
  const { deviceId } = await readSettings();
  const request = { company, employeeId, deviceId };
  const askWith = async (chain: Chain | null) => {
    const key = chain === null ? {} : await keyToEnrol(chain, request);
    return ask(fieldSignIn, { company, body: { employeeId, secret, deviceId, ...key } });
  };
  let chain = await findChain(request);
  let outcome = await askWith(chain);
  if (outcome.kind === 'done' && only !== null && ownerOf(company, outcome.reply.guard.id) !== only) {
    await ask(fieldSignOut, { company, token: outcome.reply.accessToken });
    return { kind: 'otherGuard' };
  }
  if (outcome.kind === 'done' && isOfAnother(chain, ownerOf(company, outcome.reply.guard.id))) {
    // The employee id is somebody else's now: no one signs with the key of another.
    chain = await newChain(request);
    outcome = await askWith(chain);
  }
  if (outcome.kind !== 'done') {
    const code = 'code' in outcome ? outcome.code : undefined;
    return code === undefined ? { kind: 'away' } : { kind: 'refused', code };
  }
  const { accessToken, guard, serverTimeMs } = outcome.reply;
  setServerTime(serverTimeMs, outcome.asked, outcome.answered);
  const owner = ownerOf(company, guard.id);
  const key = chain?.key ?? null;
  await saveSession({ owner, company, guard, token: accessToken, isLeaving: false, key }, employeeId);
  await refreshPlan();
  notify('recorded');
  return { kind: 'signedIn' };
}

async function keyToEnrol(chain: Chain, request: ChainOwner) {
  const chains = await (await openDatabase()).getAll('chains');
  const enrolment = await signEnrolment(chain, request, chains);
  return { publicKey: chain.publicKey, ...(enrolment === null ? {} : { enrolment }) };
}

const isOfAnother = (chain: Chain | null, owner: Owner) =>
  chain !== null && chain.owner !== null && chain.owner !== owner;

async function findChain(request: ChainOwner): Promise<Chain | null> {
  const chains = await (await openDatabase()).getAll('chains');
  return chainOf(chains, request) ?? newChain(request);
}

/** Kept before it is told to anybody; null where the phone has no keys, or cannot keep one. */
async function newChain(request: ChainOwner): Promise<Chain | null> {
  const chain = await makeChain(request);
  if (chain === null) return null;
  try {
    await write((change) => change.objectStore('chains').put(chain));
    return chain;
  } catch {
    return null;
  }
}

async function saveSession(session: Session, employeeId: string): Promise<void> {
  const { owner, company, key } = session;
  await write(async (change) => {
    await change.objectStore('sessions').put(session);
    const known = (await change.objectStore('settings').get('phone')) ?? freshSettings();
    const { [company]: _clearance, ...office } = known.office ?? {};
    await change.objectStore('settings').put({ ...known, owner, company, employeeId, office }, 'phone');
    const chains = change.objectStore('chains');
    const chain = typeof key === 'string' ? await chains.get(key) : undefined;
    if (chain !== undefined) await chains.put({ ...chain, owner });
  });
}

/** The screen is free for the next guard; what still waits goes on being sent as the one's who leaves. What was not finished goes. */
export async function signOut(): Promise<void> {
  await write(async (change) => {
    const settings = await change.objectStore('settings').get('phone');
    if (settings === undefined || settings.owner === null) return;
    const session = await change.objectStore('sessions').get(settings.owner);
    if (session !== undefined) await change.objectStore('sessions').put({ ...session, isLeaving: true });
    await change.objectStore('settings').put({ ...settings, owner: null }, 'phone');
    await forgetDrafts(change, `${settings.owner}/`);
  });
  notify('recorded');
}

/** The last look for routes and due rounds did not come through. */
let isPlanBehind = false;

/** Looks again for what did not come through before, now that the server answers. */
export async function catchUpPlan(): Promise<void> {
  if (isPlanBehind) await refreshPlan();
}

/** Fetches routes and due rounds for the time without a network; what cannot be had now stays as it was. */
export async function refreshPlan(): Promise<void> {
  const db = await openDatabase();
  const { owner } = await readSettings();
  const session = owner === null ? undefined : await db.get('sessions', owner);
  if (owner === null || session === undefined || session.token === null) return;
  const { company, token } = session;
  const [plan, dues] = await Promise.all([
    ask(getFieldPlan, { company, token }),
    ask(listFieldDueRounds, { company, token }),
  ]);
  isPlanBehind = plan.kind === 'later' || dues.kind === 'later';
  if (plan.kind === 'signedOut') await endSession(session, token, false);
  if (plan.kind !== 'done' || dues.kind !== 'done') return;
  const { serverTimeMs, ...planned } = plan.reply;
  const offsetMs = setServerTime(serverTimeMs, plan.asked, plan.answered);
  const { rounds } = dues.reply;
  await write(async (change) => {
    // Of a session that has ended in the meantime nothing comes back, least of all to a phone that the office has cleared.
    if ((await change.objectStore('sessions').get(owner))?.token !== token) return;
    const plans = change.objectStore('plans');
    // A server of before sends no numbers: those that are known go on being right.
    const phones = planned.phones ?? (await plans.get(owner))?.phones;
    await plans.put({ ...planned, phones, dues: rounds, fetchedAtMs: Date.now(), offsetMs }, owner);
  });
  notify('changed');
}
