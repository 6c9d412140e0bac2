// How far an incident is, in the meaning that colours it: in lists, on its page and on the dashboard alike.
import type { IncidentStatus } from '@watchpost/domain/incidents';
import type { Meaning } from '../ui/theme/theme.ts';

export const incidentMeanings = {
  New: 'missed',
  Attended: 'late',
  Closed: 'good',
} as const satisfies Readonly<Record<IncidentStatus, Meaning>>;
