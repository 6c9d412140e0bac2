import { outOfLimits, type Question } from '@watchpost/domain/checkpoint-questions';
import { t } from '../../lib/labels.ts';

/** An answer that may open an incident, as people read it. */
export function reportWords(named: string, kind: Question['kind']): string {
  if (named === outOfLimits && kind === 'number') return t('questions.outOfLimits');
  if (kind !== 'yesNo') return named;
  return named === 'yes' ? t('questions.yes') : t('questions.no');
}

/** What may be answered. */
export function kindWords({ kind, choices, min, max, unit }: Question): string {
  if (kind === 'choice') return choices.join(' · ');
  if (kind !== 'number') return t(`questions.kind.${kind}`);
  const limits =
    min === null && max === null
      ? t('questions.kind.number')
      : t('questions.limits', { min: min ?? '…', max: max ?? '…' });
  return unit === '' ? limits : `${limits} ${unit}`;
}
