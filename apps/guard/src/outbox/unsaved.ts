// What a phone has no room for is sent at once; whether it has arrived, whoever did it is told (FIELD-01).
import {
  type FieldSos,
  sendFieldSos,
  sendFieldSosPositions,
  sendFieldSosSafe,
  type SosPosition,
} from '@watchpost/contract/sos';
import { ask, type Outcome } from '../lib/server.ts';
import type { Session } from './records.ts';
import { endSession } from './sending.ts';

export async function sendUnsavedSos(session: Session, sos: FieldSos): Promise<boolean> {
  const { company, token } = session;
  const body = { sentAtMs: Date.now(), sos };
  return hasArrived(session, await ask(sendFieldSos, { company, token, body }), ({ id }) => id === sos.id);
}

export async function sendUnsavedSafe(
  session: Session,
  sosId: string,
  safe: { readonly id: string; readonly deviceAtMs: number },
): Promise<boolean> {
  const { company, token } = session;
  const sending = { company, token, params: { id: sosId }, body: { sentAtMs: Date.now(), safe } };
  return hasArrived(session, await ask(sendFieldSosSafe, sending), ({ id }) => id === safe.id);
}

export async function sendUnsavedPosition(
  session: Session,
  sosId: string,
  position: SosPosition,
): Promise<boolean> {
  const { company, token } = session;
  const body = { sentAtMs: Date.now(), positions: [position] };
  const outcome = await ask(sendFieldSosPositions, { company, token, params: { id: sosId }, body });
  return hasArrived(session, outcome, ({ ids }) => ids.includes(position.id));
}

/** Only a receipt that names it is one. A session that the server has ended is ended here too, so that the guard is led to sign in. */
async function hasArrived<Reply>(
  session: Session,
  outcome: Outcome<Reply>,
  isNamedIn: (reply: Reply) => boolean,
): Promise<boolean> {
  const { token } = session;
  if (token !== null && (outcome.kind === 'signedOut' || outcome.kind === 'blocked')) {
    // On a full phone that may fail as well; the next try asks the server again.
    await endSession(session, token, outcome.kind === 'blocked').catch(() => {});
  }
  return outcome.kind === 'done' && isNamedIn(outcome.reply);
}
