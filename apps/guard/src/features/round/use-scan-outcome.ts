import { useEffect } from 'react';
import type { LabelKey } from '../../lib/labels.ts';
import type { StoredPlan } from '../../outbox/records.ts';
import type { WalkedRound } from '../../outbox/shift.ts';
import { useRecord } from '../../outbox/use-record.ts';
import type { OutcomeKind } from '../../ui/outcome.tsx';
import { t } from '../../lib/labels.ts';
import { type ScanFlag, pointOf } from './what-was-read.ts';

const flagLabels: Readonly<Record<string, LabelKey>> = {
  forgedCode: 'doubt.forged',
  wrongCode: 'doubt.wrong',
  retiredCode: 'doubt.retired',
  unknownTag: 'doubt.tag',
  formerSite: 'doubt.formerSite',
};

const notYours: readonly ScanFlag[] = [{ key: 'doubt.notYours' }];
const refusedBuzzMs = [300, 150, 300];

export interface ScanOutcome {
  readonly kind: OutcomeKind;
  /** What the guard can do something about; nothing of a refused scan. */
  readonly flags: readonly ScanFlag[];
  /** The name of the checkpoint whose code it is, where the phone took it for another's; null for none of the guard's. */
  readonly countsAt?: string | null;
}

const nameOf = (id: string, { round, plan }: Known): string =>
  pointOf(id, round, plan)?.name ?? t('scan.unknownPoint');

interface Known {
  readonly round: WalkedRound;
  readonly plan: StoredPlan | null;
}

/** What became of a scan, with what the phone and the server doubt about it. */
export function useScanOutcome(id: string, made: readonly ScanFlag[], { round, plan }: Known): ScanOutcome {
  const record = useRecord(id);
  const isRefused = record?.state === 'refused';
  useEffect(() => {
    if (isRefused) navigator.vibrate?.(refusedBuzzMs);
  }, [isRefused]);
  if (isRefused) return { kind: 'refused', flags: record.refusal?.code === 'notFound' ? notYours : [] };
  const fromServer = (record?.flags ?? []).flatMap((flag) => {
    const key = flagLabels[flag];
    return key === undefined ? [] : [{ key }];
  });
  const { countsAt } = record ?? {};
  if (countsAt !== undefined) {
    const point = countsAt === null ? '' : nameOf(countsAt, { round, plan });
    const elsewhere: ScanFlag =
      countsAt === null ? { key: 'doubt.nowhere' } : { key: 'doubt.elsewhere', point };
    // What the phone said of the place that it took it for is beside the point.
    const others = fromServer.filter(({ key }) => key !== 'doubt.wrong');
    return { kind: 'flagged', flags: [elsewhere, ...others], countsAt: countsAt === null ? null : point };
  }
  // What is wrong with the code first: the guard is to tell of it.
  const flags: readonly ScanFlag[] = [...fromServer, ...made];
  if (record?.state !== 'sent') return { kind: 'saved', flags };
  return { kind: flags.some(({ isHint }) => isHint !== true) ? 'flagged' : 'taken', flags };
}
