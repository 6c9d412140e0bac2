import { useEffect } from 'react';
import type { LabelKey } from '../../lib/labels.ts';
import { useRecord } from '../../outbox/use-record.ts';
import type { OutcomeKind } from '../../ui/outcome.tsx';
import type { Doubt } from './what-was-read.ts';

const toldDoubts: Readonly<Record<string, LabelKey>> = {
  forgedCode: 'doubt.forged',
  wrongCode: 'doubt.wrong',
  retiredCode: 'doubt.retired',
  unknownTag: 'doubt.tag',
  formerSite: 'doubt.formerSite',
};

const notYours: readonly Doubt[] = [{ key: 'doubt.notYours' }];
const refusedBuzzMs = [300, 150, 300];

export interface Fate {
  readonly kind: OutcomeKind;
  /** What the guard can do something about; nothing of a refused scan. */
  readonly doubts: readonly Doubt[];
}

/** What became of a scan, with what the phone and the server doubt about it. */
export function useFate(id: string, made: readonly Doubt[]): Fate {
  const record = useRecord(id);
  const isRefused = record?.state === 'refused';
  useEffect(() => {
    if (isRefused) navigator.vibrate?.(refusedBuzzMs);
  }, [isRefused]);
  if (isRefused) return { kind: 'refused', doubts: record.refusal?.code === 'notFound' ? notYours : [] };
  const told = (record?.flags ?? []).flatMap((flag) => {
    const key = toldDoubts[flag];
    return key === undefined ? [] : [{ key }];
  });
  // What is wrong with the code first: the guard is to tell of it.
  const doubts: readonly Doubt[] = [...told, ...made];
  if (record?.state !== 'sent') return { kind: 'kept', doubts };
  return { kind: doubts.some(({ isHint }) => isHint !== true) ? 'doubted' : 'taken', doubts };
}
