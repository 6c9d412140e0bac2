// The guard's own call, known as long as the phone may still be asked for it: also where the phone had no room to keep it.
import { type SosState, sosStates } from '@watchpost/domain/sos';
import * as z from 'zod/mini';
import { type NotedBy, serverTimeOf } from '../../lib/device-time.ts';
import { saveText, readText } from '../../lib/saved-text.ts';
import type { SentWord } from '../../outbox/commands.ts';
import type { OutboxRecord, Owner } from '../../outbox/records.ts';

const sentWord = z.object({ id: z.string(), deviceAtMs: z.number(), isKept: z.boolean() });
/** With what became of it, as the office said last; a call of which it has said nothing has none. */
const call = z.object({
  ...sentWord.shape,
  safe: z.nullable(sentWord),
  state: z.optional(z.enum(sosStates)),
  /** By the server's clock; none where the app of before noted the state, or it was not seen. */
  acknowledgedAtMs: z.optional(z.nullable(z.number())),
});
export type OwnCall = z.output<typeof call>;

/** What became of a word to the office. */
export type SendStatus = OutboxRecord['state'];

/** Records that the server has are kept for so long, and a call of which there is none no longer. */
const knownMs = 24 * 3_600_000;

/** By guard: on a phone of many, no one may take another's call for theirs. */
const storageKeyOf = (owner: Owner) => `watchpost-guard-sos ${owner}`;

/** What the page of before wrote: the call's id alone, whose record tells the rest. */
const isId = (text: string) => /^[\da-f-]{36}$/.test(text);

export function callOf(text: string): OwnCall | null {
  if (isId(text)) return { id: text, deviceAtMs: 0, isKept: true, safe: null };
  try {
    const parsed = z.safeParse(call, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function readCall(owner: Owner): OwnCall | null {
  const text = readText(storageKeyOf(owner));
  return text === null ? null : callOf(text);
}

export const saveCall = (owner: Owner, known: OwnCall | null): void =>
  saveText(storageKeyOf(owner), known === null ? null : JSON.stringify(known));

/**
 * As far as the phone knows by the word's record; undefined while it looks for it. A word without one has arrived: the
 * phone kept it until then, or never had room for it. Null once that is long ago.
 */
export function sendStatusOf(
  { isKept, deviceAtMs }: SentWord,
  record: OutboxRecord | null | undefined,
  nowMs: number,
): SendStatus | null | undefined {
  if (isKept && record === undefined) return undefined;
  if (record) return record.state;
  return nowMs - deviceAtMs < knownMs ? 'sent' : null;
}

/** A call as it is shown. */
export interface Made extends NotedBy {
  readonly id: string;
  readonly atMs: number;
  readonly sendStatus: SendStatus;
  /** What became of the word that its guard is safe; null before there is one. */
  readonly safe: SendStatus | null;
  /** Null while the office has said nothing of it. */
  readonly state: SosState | null;
  /** When somebody in the control room saw it, by the server's clock; null where that is not known. */
  readonly acknowledgedAtMs: number | null;
  /** When the server took it, by its clock; null where the phone does not know. */
  readonly receivedAtMs: number | null;
}

const isSafeSent = ({ safe }: Made) => safe === 'waiting' || safe === 'sent';

/** Its guard is still looked for: neither safe nor given up by the office. */
export const isOpen = (made: Made): boolean =>
  made.sendStatus !== 'refused' && made.state !== 'resolved' && !isSafeSent(made);

/** Whether the guard is told of it wherever they are: also of one that the office closed while they were elsewhere. */
export const isTellable = (made: Made): boolean => made.sendStatus !== 'refused' && !isSafeSent(made);

/** A call is new for so long. */
const newMs = 5 * 60_000;

/** `nowMs`: the server's time. Where the phone's clock was set back since, unknown by how much, no call is. */
function isNew(made: Made, nowMs: number): boolean {
  const ms = nowMs - serverTimeOf(made.atMs, made);
  return ms >= 0 && ms < newMs;
}

/** How long a call has been with the control room without anybody having seen it; null where it is none such. */
export function unseenMs(made: Made, nowMs: number): number | null {
  if (made.sendStatus !== 'sent' || made.state === 'acknowledged' || made.state === 'resolved') return null;
  return Math.max(0, nowMs - (made.receivedAtMs ?? serverTimeOf(made.atMs, made)));
}

/** Beside a call that is closed or long ago the guard may call again at once; one that waits is on its way. */
export const mayCallAgain = (made: Made, nowMs: number): boolean =>
  made.state === 'resolved' || (made.sendStatus !== 'waiting' && !isNew(made, nowMs));
