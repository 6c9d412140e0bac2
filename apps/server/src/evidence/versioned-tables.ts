// Tables whose rows change, each state of which is kept and sealed: a row must be as its newest version says.

export interface VersionedTable {
  readonly name: string;
  /** Columns that name a row for good; as in migration 0040. */
  readonly key: readonly string[];
  /** Columns that no version has: they follow from others. */
  readonly left: readonly string[];
  /** Expression for when the server took a row t; epoch milliseconds. */
  readonly takenAtMs: string;
}

export const versionedTables: readonly VersionedTable[] = [
  {
    name: 'incidents',
    key: ['id'],
    left: ['search_text', 'search_grams'],
    takenAtMs: 'extract(epoch FROM t.reported_at) * 1000',
  },
  { name: 'sos_calls', key: ['id'], left: [], takenAtMs: 't.received_at_ms' },
  { name: 'sos_history', key: ['sos_id', 'kind'], left: [], takenAtMs: 't.received_at_ms' },
  { name: 'sos_positions', key: ['sos_id', 'id'], left: [], takenAtMs: 't.received_at_ms' },
  { name: 'late_arrivals', key: ['round_id'], left: [], takenAtMs: 't.arrived_at_ms' },
  { name: 'exceptions', key: ['id'], left: [], takenAtMs: 't.opened_at_ms' },
];
