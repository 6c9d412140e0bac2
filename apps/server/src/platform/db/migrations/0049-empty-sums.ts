// What migration 0049 clears away of counters and sums once the rounds of a month are gone: rows that count nothing.

const packedMs = 96 * 86_400_000;

/** Tables of counters with their keys and figures; of packed ones a row begins up to 96 days before what it counts. */
const counted = [
  {
    table: 'round_counts',
    keys: ['guard_id', 'site_id', 'grain', 'bucket_ms'],
    figures: ['rounds', 'in_progress', 'incompleted', 'completed', 'checkpoints'],
    isPacked: false,
  },
  {
    table: 'due_counts',
    keys: ['guard_id', 'site_id', 'grain', 'bucket_ms'],
    figures: ['on_time', 'done_late', 'incomplete', 'missed', 'excused', 'under_way'],
    isPacked: false,
  },
  {
    table: 'round_sums',
    keys: ['site_id', 'grain', 'bucket_ms'],
    figures: ['begun', 'incompleted', 'completed', 'planned', 'scanned'],
    isPacked: true,
  },
  {
    table: 'due_sums',
    keys: ['guard_id', 'site_id', 'grain', 'bucket_ms'],
    figures: ['on_time', 'done_late', 'incomplete', 'missed', 'excused', 'under_way'],
    isPacked: true,
  },
  {
    table: 'missed_sums',
    keys: ['site_id', 'checkpoint_id', 'grain', 'bucket_ms'],
    figures: ['missed'],
    isPacked: true,
  },
] as const;

/** Whoever counts at this moment has the row: it is passed over, so that nobody waits for another. */
const clearing = counted.map(({ table, keys, figures, isPacked }) => {
  const zero = figures.map((figure) => (isPacked ? `0 = ALL(c.${figure})` : `c.${figure} = 0`)).join(' AND ');
  const from = isPacked ? `from_ms - ${packedMs}` : 'from_ms';
  // Counters of all time begin at 0 and stay.
  return `DELETE FROM ${table} d USING (SELECT c.tenant_id, ${keys.map((key) => `c.${key}`).join(', ')} FROM ${table} c
      WHERE c.tenant_id = own AND c.bucket_ms > greatest(${from}, 0) - 1 AND c.bucket_ms > 0
        AND c.bucket_ms < until_ms AND ${zero} FOR UPDATE SKIP LOCKED) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id
      AND ${keys.map((key) => `d.${key} = empty.${key}`).join(' AND ')};`;
});

export const emptySumStatements = [
  `CREATE FUNCTION clear_empty_sums(from_ms bigint, until_ms bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  BEGIN
    ${clearing.join('\n    ')}
  END $$`,
  'REVOKE ALL ON FUNCTION clear_empty_sums(bigint, bigint) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION clear_empty_sums(bigint, bigint) TO watchpost_app',
];
