// Calls of a screen, without anything that old browsers have not.
import {
  checkScreen,
  type PairedScreen,
  pairScreen,
  type ScreenCheck,
} from '@watchpost/contract/checkpoint-screens';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { addressOf } from '../../lib/server.ts';

export type Answer<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'away' };

async function post<Reply>(
  company: string,
  endpoint: Endpoint,
  body: object,
  read: (reply: unknown) => Reply,
): Promise<Answer<Reply>> {
  try {
    const response = await fetch(addressOf(endpoint, { company }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
    });
    if (!response.ok) return { kind: 'refused', status: response.status };
    return { kind: 'done', reply: read(await response.json()) };
  } catch {
    return { kind: 'away' };
  }
}

const readPaired = (reply: unknown): PairedScreen => pairScreen.reply.parse(reply);
const readCheck = (reply: unknown): ScreenCheck => checkScreen.reply.parse(reply);

export const pair = (company: string, pairingCode: string): Promise<Answer<PairedScreen>> =>
  post(company, pairScreen, { pairingCode }, readPaired);

export const check = (company: string, screenId: string): Promise<Answer<ScreenCheck>> =>
  post(company, checkScreen, { screenId }, readCheck);
