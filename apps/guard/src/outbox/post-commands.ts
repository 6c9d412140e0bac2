// What a guard says beside scans, each recorded under a new id with the phone's time (FIELD-01).
import type { Answer } from '@watchpost/domain/checkpoint-questions';
import { storableText } from '../lib/storable-text.ts';
import { makeUuidV7 } from '../lib/uuid-v7.ts';
import { recordEvent } from './recording.ts';
import type { Owner } from './records.ts';

const named = () => ({ id: makeUuidV7(), deviceAtMs: Date.now() });

const storable = (text: string) => storableText(text).trim();

export interface Remark {
  readonly scanId: string;
  readonly checkpointId: string;
  readonly questionsId: string | null;
  readonly answers: readonly Answer[];
  readonly note: string;
}

export function answerScan(owner: Owner, remark: Remark, about: string, draft: string): Promise<boolean> {
  const answers = remark.answers.map(({ questionId, value }) => ({
    questionId,
    value: typeof value === 'string' ? storable(value) : value,
  }));
  const note = storable(remark.note);
  const event = { kind: 'checkpointAnswered', ...named(), ...remark, answers, note } as const;
  return recordEvent(owner, event, about, {}, draft);
}

export const acknowledgeOrders = (owner: Owner, ordersId: string, about: string): Promise<boolean> =>
  recordEvent(owner, { kind: 'ordersAcknowledged', ...named(), ordersId }, about);

export const acknowledgeNote = (owner: Owner, noteId: string, about: string): Promise<boolean> =>
  recordEvent(owner, { kind: 'handoverRead', ...named(), noteId }, about);

export interface Handover {
  readonly siteId: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

export function recordNote(
  owner: Owner,
  { siteId, text, isUrgent }: Handover,
  about: string,
  draft: string,
): Promise<boolean> {
  const event = { kind: 'handoverNoted', ...named(), siteId, text: storable(text), isUrgent } as const;
  return recordEvent(owner, event, about, {}, draft);
}
