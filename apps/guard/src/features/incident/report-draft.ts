// An incident as far as it is written, by guard.
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';
import { draftsOf } from '../../lib/drafts.ts';

export interface TakenPhoto {
  readonly id: string;
  readonly blob: Blob;
  readonly address: string;
}

/** Is being made smaller. */
export interface PendingPhoto {
  readonly id: string;
  /** False where it could not be taken, and the guard is told why. */
  readonly isMade: Promise<boolean>;
}

export interface ReportDraft {
  readonly type: IncidentType | null;
  readonly severity: IncidentSeverity;
  readonly description: string;
  readonly photos: readonly TakenPhoto[];
  readonly pending: readonly PendingPhoto[];
}

const empty: ReportDraft = { type: null, severity: 'medium', description: '', photos: [], pending: [] };

export const useReportDraft = draftsOf(empty);
