// Incidents and calls for help as the records of an evidence file tell them: every state and everything that became of them.
import type { Canonical } from './canonical-json.ts';
import { type EntryRow, type LogEntry, textOf } from './log-entry.ts';

export interface RelatedStep {
  readonly kind: string;
  readonly atMs: number;
  /** As it was then. */
  readonly actorName: string;
  /** Of an incident that came to be in another status; empty for none. */
  readonly toStatus: string;
  readonly comment: string;
}

export interface RelatedIncident {
  readonly id: string;
  /** As of its newest state. */
  readonly type: string;
  readonly severity: string;
  readonly status: string;
  readonly description: string;
  readonly atMs: number;
  /** Oldest first. */
  readonly steps: readonly RelatedStep[];
  readonly photos: number;
}

export interface RelatedSos {
  readonly id: string;
  readonly atMs: number;
  /** Oldest first. */
  readonly steps: readonly RelatedStep[];
  readonly positions: number;
}

export interface RelatedHistory {
  readonly incidents: readonly RelatedIncident[];
  readonly calls: readonly RelatedSos[];
}

const versions = 'record_versions';
const incidentTables: ReadonlySet<string> = new Set(['incident_history', 'incident_photos']);
const callSources: ReadonlySet<string> = new Set(['sos_calls', 'sos_history', 'sos_positions']);

/** Which incident or call the record is of; null for a record of neither. */
function relatedSubjectOf({
  table,
  row,
}: LogEntry): { readonly of: 'incident' | 'call'; readonly id: string } | null {
  if (row === null) return null;
  if (incidentTables.has(table)) return { of: 'incident', id: textOf(row, 'incident_id') };
  if (table !== versions) return null;
  const source = textOf(row, 'source');
  const [id = ''] = textOf(row, 'record_key').split(' ');
  if (source === 'incidents') return { of: 'incident', id };
  return callSources.has(source) ? { of: 'call', id } : null;
}

export const isRelated = (entry: LogEntry): boolean => relatedSubjectOf(entry) !== null;

/** Of the records that a round names, in any order. */
export function relatedHistoryOf(entries: readonly LogEntry[]): RelatedHistory {
  const groups = { incident: new Map<string, LogEntry[]>(), call: new Map<string, LogEntry[]>() };
  for (const entry of entries) {
    const subject = relatedSubjectOf(entry);
    if (subject === null) continue;
    const group = groups[subject.of].get(subject.id) ?? [];
    groups[subject.of].set(subject.id, [...group, entry]);
  }
  return {
    incidents: [...groups.incident].map(([id, of]) => incidentOf(id, of)).toSorted(byTime),
    calls: [...groups.call].map(([id, of]) => callOf(id, of)).toSorted(byTime),
  };
}

const byTime = (a: { readonly atMs: number }, b: { readonly atMs: number }) => a.atMs - b.atMs;

function rowsOf(entries: readonly LogEntry[], table: string): EntryRow[] {
  return entries.flatMap((entry) => (entry.table === table && entry.row !== null ? [entry.row] : []));
}

/** What was in the rows of a table, oldest first. */
function statesOf(entries: readonly LogEntry[], source: string): EntryRow[] {
  return rowsOf(entries, versions)
    .filter((row) => textOf(row, 'source') === source)
    .toSorted((a, b) => Number(a['no']) - Number(b['no']))
    .map((row) => objectOf(row['row']));
}

function objectOf(value: Canonical | undefined): EntryRow {
  return isObject(value) ? value : {};
}

function isObject(value: Canonical | undefined): value is EntryRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function incidentOf(id: string, entries: readonly LogEntry[]): RelatedIncident {
  const row = statesOf(entries, 'incidents').at(-1) ?? {};
  const steps = rowsOf(entries, 'incident_history').map(
    (step): RelatedStep => ({
      kind: textOf(step, 'kind'),
      atMs: Date.parse(textOf(step, 'at')),
      actorName: textOf(step, 'actor_name'),
      toStatus: textOf(step, 'to_status'),
      comment: textOf(step, 'comment'),
    }),
  );
  return {
    id,
    type: textOf(row, 'type'),
    severity: textOf(row, 'severity'),
    status: textOf(row, 'status'),
    description: textOf(row, 'description'),
    atMs: Number(row['device_at_ms'] ?? Date.parse(textOf(row, 'reported_at'))),
    steps: steps.toSorted(byTime),
    photos: rowsOf(entries, 'incident_photos').length,
  };
}

function callOf(id: string, entries: readonly LogEntry[]): RelatedSos {
  const steps = statesOf(entries, 'sos_history').map(
    (step): RelatedStep => ({
      kind: textOf(step, 'kind'),
      atMs: Number(step['at_ms']),
      actorName: textOf(step, 'actor_name'),
      toStatus: '',
      comment: textOf(step, 'comment'),
    }),
  );
  const [raised] = statesOf(entries, 'sos_calls');
  return {
    id,
    atMs: Number(raised?.['device_at_ms']),
    steps: steps.toSorted(byTime),
    positions: statesOf(entries, 'sos_positions').length,
  };
}
