// What became of due rounds, in words.
import type { DueOutcome } from '@watchpost/domain/due-outcomes';
import { t } from '../lib/labels.ts';

export const outcomeText = (outcome: DueOutcome | 'judged'): string =>
  ({
    onTime: t('outcome.onTime'),
    doneLate: t('outcome.doneLate'),
    incomplete: t('outcome.incomplete'),
    missed: t('outcome.missed'),
    excused: t('outcome.excused'),
    underWay: t('outcome.underWay'),
    waiting: t('outcome.waiting'),
    judged: t('outcome.judged'),
  })[outcome];
