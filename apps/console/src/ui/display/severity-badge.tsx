import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react';
import { StatusBadge } from './status-badge.tsx';

const MEANINGS = { low: 'unknown', medium: 'late', high: 'missed', critical: 'missed' } as const;

/** Below, at and above the middle; what cannot wait is a warning. */
const ICONS = {
  low: IconArrowDown,
  medium: IconMinus,
  high: IconArrowUp,
  critical: IconAlertTriangle,
} as const;

type SeverityBadgeProps = {
  severity: keyof typeof MEANINGS;
  /** Its word. */
  children: string;
};

/** How grave something is: one look wherever it is shown. */
export function SeverityBadge({ severity, children }: SeverityBadgeProps) {
  const Icon = ICONS[severity];
  return (
    <StatusBadge meaning={MEANINGS[severity]} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {children}
    </StatusBadge>
  );
}
