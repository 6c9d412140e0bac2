// What became of a round, walked or due, in the meaning that colours it: in lists, on its page and in charts alike.
import type { DueStatus } from '@watchpost/domain/tours';
import type { Meaning } from '../../ui/theme/theme.ts';

/** One left incompleted has missed checkpoints, whenever it was started. */
export const roundMeanings = {
  due: 'unknown',
  late: 'late',
  missed: 'missed',
  inProgress: 'unknown',
  completed: 'good',
  incompleted: 'missed',
  excused: 'unknown',
} as const satisfies Readonly<Record<DueStatus, Meaning>>;
