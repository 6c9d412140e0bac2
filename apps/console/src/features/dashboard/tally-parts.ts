// Tallies as parts of bars, the best first.
import type { RoundTally } from '@watchpost/contract/dashboard';
import {
  dueLink,
  type FigurePlace,
  roundsLink,
  type RoundsWanted,
} from '@watchpost/contract/dashboard-links';
import type { DueOutcome, DueTally } from '@watchpost/domain/due-outcomes';
import { t } from '../../lib/labels.ts';
import { roundMeanings } from '../../lib/rounds/round-meanings.ts';
import { outcomeText } from '../../reports/outcome-text.ts';
import type { BarPart, PartLook } from '../../ui/charts/stacked-bars.tsx';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-texts.ts';

const outcomeLooks: readonly (readonly [DueOutcome, PartLook])[] = [
  ['onTime', roundMeanings.completed],
  ['doneLate', 'late'],
  ['incomplete', roundMeanings.incompleted],
  ['missed', roundMeanings.missed],
  ['excused', roundMeanings.excused],
  ['underWay', 'plain'],
  ['waiting', roundMeanings.due],
];

export type DuePart = BarPart & { readonly key: DueOutcome };

/** `guard`, with a name, for the rounds of one alone. */
export function dueParts(
  place: FigurePlace,
  tally: DueTally,
  guard?: { readonly id: string; readonly name: string },
): DuePart[] {
  return outcomeLooks.map(([key, look]) => ({
    key,
    look,
    value: tally[key],
    text: `${count(tally[key])} ${outcomeText(key)}`,
    href: hrefOf(dueLink(place, key, guard?.id), guard?.name),
  }));
}

type Rounds = Pick<RoundTally, 'inProgress' | 'incompleted' | 'completed'>;

/** One that is being walked is neither good nor bad yet. */
export const roundLooks = { ...roundMeanings, inProgress: 'plain' } as const;

export function roundParts(place: FigurePlace, tally: Rounds, filter: RoundsWanted = {}): BarPart[] {
  const part = (key: keyof Rounds, look: PartLook, what: string): BarPart => ({
    key,
    look,
    value: tally[key],
    text: `${count(tally[key])} ${what}`,
    href: hrefOf(roundsLink(place, { ...filter, status: key })),
  });
  return [
    part('completed', roundLooks.completed, t('narrow.completed')),
    part('incompleted', roundLooks.incompleted, t('narrow.incompleted')),
    part('inProgress', roundLooks.inProgress, t('narrow.inProgress')),
  ];
}

/** Checkpoints planned in rounds that have ended, each with the rounds that hold it. */
export function checkpointParts(
  place: FigurePlace,
  { scanned, planned }: Pick<RoundTally, 'scanned' | 'planned'>,
): BarPart[] {
  const part = (key: string, look: PartLook, value: number, what: string, filter: RoundsWanted) => ({
    key,
    look,
    value,
    text: `${count(value)} ${what}`,
    href: hrefOf(roundsLink(place, filter)),
  });
  return [
    part('scanned', 'good', scanned, t('dashboard.pointsScanned'), { status: 'ended' }),
    part('missed', 'missed', planned - scanned, t('dashboard.pointsMissed'), { status: 'incompleted' }),
  ];
}

/** Of fewer than this no bar is full: ten checkpoints that were missed once each are no alarm. */
const fullBarMin = 5;

/** How long the bar of a number is among others, in per cent of the longest there can be. */
export const barShareOf = (value: number, most: number): number => (value / Math.max(fullBarMin, most)) * 100;
