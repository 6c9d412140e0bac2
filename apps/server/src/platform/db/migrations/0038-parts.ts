// What migration 0038 puts its statements together from: rows of 96 slots that hold running sums.
import { secured } from './own-rows.ts';

/** Of a row. */
export const slots = 96;
const quarterMs = 900_000;
const dayMs = slots * quarterMs;
/** Kinds of rows, and how long a slot of each is. */
const packs = [
  { grain: 0, slotMs: quarterMs },
  { grain: 1, slotMs: dayMs },
] as const;

/** A figure: its column, and the SQL of what signed rows add to it. */
export type Packed = readonly [name: string, amount: string];

export interface PackedTable {
  readonly table: string;
  /** What a row belongs to besides the tenant and the time. */
  readonly keys: readonly string[];
  readonly figures: readonly Packed[];
}

const columnsOf = (figures: readonly Packed[]) => figures.map(([name]) => name).join(', ');

/** SQL rows (grain, bucket_ms, slot): where a time lies. */
export const placesOf = (atMs: string, grains: readonly number[] = [0, 1]) =>
  packs
    .filter(({ grain }) => grains.includes(grain))
    .map(
      ({ grain, slotMs }) =>
        `(${grain}, ${atMs} - ${atMs} % ${slotMs * slots}, (${atMs} % ${slotMs * slots} / ${slotMs})::int + 1)`,
    )
    .join(', ');

/** The query of changes that `kept` applies and `filled` fills from; `from` names the keys, `place` and the rows. */
export const changesOf = ({ keys, figures }: PackedTable, keySources: readonly string[], from: string) => `
  SELECT tenant_id, ${keySources.map((source, at) => `${source} AS ${keys[at]}`).join(', ')}, place.grain,
    place.bucket_ms, place.slot, ${figures.map(([name, amount]) => `(${amount})::int AS ${name}`).join(', ')}
  FROM ${from}
  GROUP BY ${Array.from({ length: keys.length + 4 }, (_, at) => at + 1).join(', ')}
  HAVING (${figures.map(([, amount]) => amount).join(', ')}) <> (${figures.map(() => '0').join(', ')})
  ORDER BY ${Array.from({ length: keys.length + 4 }, (_, at) => at + 1).join(', ')}`;

const raised = (name: string) => `${name} = CASE WHEN change.${name} = 0 THEN counts.${name}
  ELSE counts.${name}[:change.slot - 1]
    || ARRAY(SELECT each + change.${name} FROM unnest(counts.${name}[change.slot:]) AS each) END`;
const begun = (name: string) => `array_fill(0, ARRAY[change.slot - 1])
  || array_fill(change.${name}, ARRAY[${slots + 1} - change.slot])`;

/**
 * Statement of plpgsql, with a record named change. Whoever runs it holds the tenant's lock, so that nobody else
 * makes a row meanwhile that is not there.
 */
export const applied = ({ table, keys, figures }: PackedTable, changes: string) => `
  FOR change IN ${changes} LOOP
    UPDATE ${table} AS counts SET ${figures.map(([name]) => raised(name)).join(', ')}
    WHERE ${['tenant_id', ...keys, 'grain', 'bucket_ms'].map((key) => `counts.${key} = change.${key}`).join(' AND ')};
    IF NOT FOUND THEN
      INSERT INTO ${table} (tenant_id, ${keys.join(', ')}, grain, bucket_ms, ${columnsOf(figures)})
      VALUES (change.tenant_id, ${keys.map((key) => `change.${key}`).join(', ')}, change.grain, change.bucket_ms,
        ${figures.map(([name]) => begun(name)).join(', ')});
    END IF;
  END LOOP`;

/** Makes a table, and fills it from a query of its keys, a time (at_ms), the grain and the figures. */
export const made = ({ table, keys, figures }: PackedTable, counters: string) => {
  const whose = ['tenant_id', ...keys, 'grain', 'bucket_ms'].join(', ');
  return [
    // A slot holds the sum from the row's begin to the slot's end. Nothing is compressed or moved away.
    `CREATE TABLE ${table} (
      tenant_id uuid NOT NULL,
      ${keys.map((key) => `${key} uuid NOT NULL`).join(', ')},
      grain smallint NOT NULL,
      bucket_ms bigint NOT NULL,
      ${figures.map(([name]) => `${name} integer[] NOT NULL`).join(', ')}
    ) WITH (fillfactor = 60)`,
    // Said by itself, since PostgreSQL 15 does not take it while making a table.
    `ALTER TABLE ${table} ${figures.map(([name]) => `ALTER ${name} SET STORAGE PLAIN`).join(', ')}`,
    `INSERT INTO ${table} (${whose}, ${columnsOf(figures)})
      SELECT ${whose}, ${figures.map(([name]) => `running_sums(array_agg(slot ORDER BY slot), array_agg(${name} ORDER BY slot))`).join(', ')}
      FROM (${counters}) AS counters GROUP BY ${whose}`,
    `ALTER TABLE ${table} ADD PRIMARY KEY (${whose})`,
    ...secured(table, 'SELECT, INSERT, UPDATE'),
  ];
};

/** Of what was added in some slots, in their order: the sums up to each of all slots. */
export const runningSums = `CREATE FUNCTION running_sums(slots integer[], amounts bigint[]) RETURNS integer[]
  IMMUTABLE LANGUAGE plpgsql AS $$
  DECLARE
    upto integer := 0;
    sums integer[] := array_fill(0, ARRAY[slots[1] - 1]);
  BEGIN
    FOR at IN 1 .. array_length(slots, 1) LOOP
      upto := upto + amounts[at];
      sums := sums || array_fill(upto, ARRAY[coalesce(slots[at + 1], ${slots + 1}) - slots[at]]);
    END LOOP;
    RETURN sums;
  END $$`;
