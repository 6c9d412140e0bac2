// How far a round is to be trusted, beside its status and on its page.
import type { TrustFlag } from '@watchpost/domain/trust';
import { fullTrust } from '@watchpost/domain/trust-score';
import { IconFlagFilled } from '@tabler/icons-react';
import { t } from '../labels.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import styles from './trust-mark.module.css';

interface TrustMarkProps {
  readonly score: number;
  readonly flags: readonly TrustFlag[];
  /** What else is to be said; empty for nothing. */
  readonly note?: string;
}

/** Nothing for a round without a reason to check. */
export function TrustMark({ score, flags, note = '' }: TrustMarkProps) {
  if (score === fullTrust) return null;
  const text = [...flags.map((flag) => t(`trust.${flag}`)), ...(note === '' ? [] : [note])].join(', ');
  const label = `${t('trust.scoreRound')}: ${t('trust.scoreOf', { score })}. ${text}`;
  return (
    <span className={styles.mark} data-level={levelOf(score)} title={label}>
      <IconFlagFilled size={12} aria-hidden />
      <span aria-hidden>{score}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** The score in words, with a bar that is as full as it. */
export function TrustScore({ score }: { readonly score: number }) {
  return (
    <span className={styles.score} data-level={levelOf(score)} title={t('trust.scoreHelp')}>
      <meter
        className={styles.meter}
        min={0}
        max={fullTrust}
        value={score}
        aria-label={t('trust.scoreRound')}
      />
      {t('trust.scoreOf', { score })}
    </span>
  );
}

/** What is slight, what has to be looked at, and what hardly happens to honest guards. */
const levelOf = (score: number): 'full' | 'slight' | 'some' | 'grave' => {
  if (score === fullTrust) return 'full';
  if (score >= 80) return 'slight';
  return score >= 50 ? 'some' : 'grave';
};
