// How what became of a due round looks: an icon and a word.
import type { DueStatus } from '@watchpost/domain/tours';
import { IconClock, IconHandStop, IconProgress } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { roundMeanings } from '../../lib/rounds/round-meanings.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';

const keys = {
  due: 'dueRounds.due',
  late: 'dueRounds.late',
  missed: 'dueRounds.missed',
  inProgress: 'dueRounds.inProgress',
  completed: 'dueRounds.completed',
  incompleted: 'dueRounds.incompleted',
  excused: 'dueRounds.excused',
} as const;

const icons: Partial<Record<DueStatus, ReactNode>> = {
  due: <IconClock size={14} stroke={2} aria-hidden />,
  inProgress: <IconProgress size={14} stroke={2} aria-hidden />,
  excused: <IconHandStop size={14} stroke={2} aria-hidden />,
};

export const dueStatusWords = (status: DueStatus): string => t(keys[status]);

export function DueStatusBadge({ status }: { readonly status: DueStatus }) {
  return (
    <StatusBadge meaning={roundMeanings[status]} icon={icons[status]}>
      {dueStatusWords(status)}
    </StatusBadge>
  );
}
