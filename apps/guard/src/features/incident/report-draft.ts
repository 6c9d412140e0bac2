// A report that is not finished stays while the app is open: a call for help or a look at the round must not cost its photos.
import { useState } from 'react';
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';
import type { Owner } from '../../outbox/records.ts';

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

/** By guard: on a phone of many nobody goes on with another's. */
const drafts = new Map<Owner, ReportDraft>();

export function useReportDraft(owner: Owner) {
  const [draft, setDraft] = useState(() => drafts.get(owner) ?? empty);
  const change = (changed: (before: ReportDraft) => Partial<ReportDraft>) => {
    const before = drafts.get(owner) ?? empty;
    const next = { ...before, ...changed(before) };
    drafts.set(owner, next);
    setDraft(next);
  };
  return { draft, change, forget: () => drafts.delete(owner) };
}
