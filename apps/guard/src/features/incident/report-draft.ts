// An incident as far as it is written, by guard.
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';
import { draftsOf } from '../../lib/drafts.ts';

export interface TakenPhoto {
  readonly blob: Blob;
  readonly address: string;
}

export interface ReportDraft {
  readonly type: IncidentType | null;
  readonly severity: IncidentSeverity;
  readonly description: string;
  readonly photos: readonly TakenPhoto[];
}

const empty: ReportDraft = { type: null, severity: 'medium', description: '', photos: [] };

export const useReportDraft = draftsOf(empty);
