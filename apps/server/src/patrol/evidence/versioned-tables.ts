// Tables whose rows change, each state of which is kept and sealed: a row must be as its newest version says.

export interface VersionedTable {
  readonly name: string;
  /** Columns that name a row for good; as in migrations 0040, 0088 and 0092. */
  readonly key: readonly string[];
  /** Columns that no version has: they follow from others, judge nothing, or are no one's business. */
  readonly left: readonly string[];
  /** The only ones that a version has, where that is fewer. */
  readonly only?: readonly string[];
  /** Expression for when the server took a row t; epoch milliseconds. */
  readonly takenAtMs: string;
  /** Whether every row has a version, since a log begins with them: one without was put in. */
  readonly isWhole?: true;
}

/** Follow from others, and say the same in other letters when the fold of searches changes. */
const derived = ['sort_name', 'search_text', 'search_grams'];
/** What a row was before, which earlier versions of it say. */
const former = ['former', 'former_until_ms'];

/** What rounds are judged by, and who may see what. Later than any log began. */
const judging = { left: [], takenAtMs: '1e15', isWhole: true } as const;

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
  { ...judging, name: 'trust_settings', key: ['version'] },
  { ...judging, name: 'tenant_settings', key: ['tenant_id'] },
  { ...judging, name: 'tenant_config', key: ['config_key'] },
  { ...judging, name: 'sub_admins', key: ['user_id'] },
  { ...judging, name: 'users', key: ['id'], only: ['id', 'role', 'activated'] },
  {
    ...judging,
    name: 'sites',
    key: ['id'],
    left: ['address', 'contact_name', 'contact_phone', 'logo_file_id', ...derived, ...former],
  },
  { ...judging, name: 'shifts', key: ['id'], left: derived },
  { ...judging, name: 'checkpoints', key: ['id'], left: [...derived, ...former] },
  { ...judging, name: 'qr_codes', key: ['id'], left: ['typed'] },
  {
    ...judging,
    name: 'checkpoint_screens',
    key: ['id'],
    left: ['pairing_hash', 'pairing_ends_at_ms', 'secret', 'seen_at_ms'],
  },
  {
    ...judging,
    name: 'patrol_tours',
    key: ['id'],
    left: ['draw_key', 'made_plan', 'made_until_ms', ...derived],
  },
  { ...judging, name: 'tour_guards', key: ['tour_id', 'guard_id'] },
  { ...judging, name: 'site_holidays', key: ['site_id', 'day'] },
];

/** Of a row t: what a version of it has, as JSON. */
export function versionExpression({ left, only }: VersionedTable): string {
  if (only !== undefined)
    return `jsonb_build_object(${only.map((name) => `'${name}', t.${name}`).join(', ')})`;
  return `(to_jsonb(t) - '{${['tenant_id', ...left].join(',')}}'::text[])`;
}

export const versionKey = ({ key }: VersionedTable): string =>
  `concat_ws(' ', ${key.map((column) => `t.${column}`).join(', ')})`;
