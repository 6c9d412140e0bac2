import {
  IconCircleCheckFilled,
  IconCircleX,
  IconClockExclamation,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { Meaning } from '../theme/theme.ts';
import styles from './meaning.module.css';

const ICONS = {
  good: IconCircleCheckFilled,
  late: IconClockExclamation,
  missed: IconCircleX,
  unknown: IconHelpCircle,
} as const;

/** Decorative: always beside a word that says the same. */
export function MeaningIcon({ meaning, sizePx = 16 }: { meaning: Meaning; sizePx?: number }) {
  const Icon = ICONS[meaning];
  return <Icon size={sizePx} stroke={2} className={styles[meaning]} aria-hidden />;
}
