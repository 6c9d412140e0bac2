// What hangs at the checkpoints, as a console shows it: guards read it off the wall, a simulation asks an admin.
import { setTimeout as sleep } from 'node:timers/promises';
import { getCheckpointDetails } from '@watchpost/contract/checkpoints';
import { signIn } from '@watchpost/contract/session';
import type { CheckpointCodes } from '../patrol-model/checkpoint-code.ts';
import { addressOf } from './field-client.ts';

export interface ConsoleSignIn {
  readonly email: string;
  readonly password: string;
}

const atOnce = 8;
const triesMax = 8;

/** The valid code and the tag of each checkpoint that the account may see; null when it may not sign in. */
export async function readCodes(
  server: { readonly url: string; readonly tenant: string },
  { email, password }: ConsoleSignIn,
  checkpointIds: readonly string[],
): Promise<ReadonlyMap<string, CheckpointCodes> | null> {
  const entry = await ask(addressOf(server, signIn.path), {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password, wantsToken: true }),
  });
  if (entry === null) return null;
  const { accessToken } = signIn.reply.parse(entry);
  if (typeof accessToken !== 'string') return null;
  const codes = new Map<string, CheckpointCodes>();
  const waiting = [...new Set(checkpointIds)];
  const readNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const path = getCheckpointDetails.path.replace(':id', id);
      const headers = { authorization: `Bearer ${accessToken}` };
      const reply = await ask(addressOf(server, path), { headers });
      if (reply !== null) codes.set(id, codesOf(getCheckpointDetails.reply.parse(reply)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return codes;
}

/** The answer; null for a refusal, or when none comes. */
async function ask(url: string, init: RequestInit): Promise<unknown> {
  for (let tries = 1; tries <= triesMax; tries++) {
    try {
      const reply = await fetch(url, init);
      return reply.ok ? await reply.json() : null;
    } catch {
      await sleep(100 * tries);
    }
  }
  return null;
}

function codesOf({
  checkpoint,
  codes,
}: ReturnType<typeof getCheckpointDetails.reply.parse>): CheckpointCodes {
  return {
    nfcTagId: checkpoint.nfcTagId === '' ? null : checkpoint.nfcTagId,
    codes: codes.flatMap(({ serial, text }) =>
      text === null ? [] : [{ serial, text, issuedAtMs: Number.NEGATIVE_INFINITY, retiredAtMs: null }],
    ),
  };
}
