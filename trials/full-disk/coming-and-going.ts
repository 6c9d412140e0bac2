// Signing in and out while the disk is full: no one is let in, and anyone who signs out is out or learns that they are not.
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { ErrorCode, GeneralErrors } from '@watchpost/contract/error-codes';
import { fieldSignIn, fieldSignOut, getFieldPlan } from '@watchpost/contract/field';
import { getUserMetadata, signIn, signOut } from '@watchpost/contract/session';
import { demoEmails, demoPassword } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { employeeIdOf } from '../product/company.ts';

const answerWithinMs = 10_000;
/** Of the console's user, and as many of a guard's. */
const signOutsEach = 3;
const refusal: ErrorCode = 'storageFull';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: string | null;
  readonly token: string | null;
}

interface Door {
  readonly way: string;
  readonly enter: Endpoint;
  readonly signOut: Endpoint;
  readonly read: Endpoint;
  readonly credentials: () => object;
}

const doors: readonly Door[] = [
  {
    way: 'console',
    enter: signIn,
    signOut,
    read: getUserMetadata,
    credentials: () => ({ username: demoEmails.superAdmin, password: demoPassword, wantsToken: true }),
  },
  {
    way: 'guard',
    enter: fieldSignIn,
    signOut: fieldSignOut,
    read: getFieldPlan,
    // A phone of its own each time: signing in once more on one would end its session.
    credentials: () => ({ employeeId: employeeIdOf(1), secret: demoPassword, deviceId: randomUUID() }),
  },
];

interface Session {
  readonly door: Door;
  readonly token: string;
}

export interface CameAndWent {
  /** Sign-ins that were refused. */
  refused: number;
  /** Sign-outs that ended the session. */
  left: number;
  /** Sign-outs that were refused, the session going on. */
  stayed: number;
  readonly faults: string[];
}

export const emptyTally = (): CameAndWent => ({ refused: 0, left: 0, stayed: 0, faults: [] });

async function ask(
  url: string,
  { method, path }: Endpoint,
  { token, body }: { readonly token?: string; readonly body?: object },
): Promise<Answer> {
  const reply = await fetch(`${url}/api/demo${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(answerWithinMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Partial<GeneralErrors> & { readonly accessToken?: string };
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    code: answer.general?.[0]?.code ?? null,
    token: answer.accessToken ?? null,
  };
}

const isRefusal = ({ status, retryAfter, code }: Answer) =>
  status === 503 && Number(retryAfter) > 0 && code === refusal;

const answerText = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

/** Sessions that are to end while the disk is full; made while it is not. */
export async function enterEarly(url: string): Promise<readonly Session[]> {
  const made: Session[] = [];
  for (const door of doors.flatMap((door) => Array.from({ length: signOutsEach }, () => door))) {
    const answer = await ask(url, door.enter, { body: door.credentials() });
    if (answer.token === null) throw new Error(`${door.way}: the sign-in was answered ${answerText(answer)}`);
    made.push({ door, token: answer.token });
  }
  return made;
}

/** Somebody tries to come in by each door. */
export async function tryToEnter(url: string, tally: CameAndWent): Promise<void> {
  for (const { way, enter, credentials } of doors) {
    const answer = await ask(url, enter, { body: credentials() });
    if (isRefusal(answer)) tally.refused += 1;
    else tally.faults.push(`${way}: a sign-in on a full disk was answered ${answerText(answer)}`);
  }
}

/** One leaves; what was answered must be true at the next request. */
export async function signOutOnce(url: string, { door, token }: Session, tally: CameAndWent): Promise<void> {
  const answer = await ask(url, door.signOut, { token });
  const after = await ask(url, door.read, { token });
  if (answer.status === 200 && after.status === 401) tally.left += 1;
  else if (isRefusal(answer) && after.status === 200) tally.stayed += 1;
  else
    tally.faults.push(
      `${door.way}: a sign-out was answered ${answerText(answer)}, and then ${answerText(after)}`,
    );
}
