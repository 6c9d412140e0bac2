import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** From where on scans are doubted, as tenants set it, and the doubts of each round, to list rounds by them (FIELD-03). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Never changed: a scan is shown by what was in force when it arrived.
  `CREATE TABLE trust_settings (
    tenant_id uuid NOT NULL REFERENCES tenants,
    version integer NOT NULL CHECK (version >= 1),
    -- in force for what arrives from then on
    since_ms bigint NOT NULL,
    settings jsonb NOT NULL,
    PRIMARY KEY (tenant_id, version)
  )`,
  ...secured('trust_settings', 'SELECT, INSERT'),

  // Kept by whoever judges a round; no row for a round without a doubt.
  `CREATE TABLE round_doubts (
    tenant_id uuid NOT NULL,
    round_id uuid NOT NULL,
    flag text NOT NULL,
    -- how many have it
    scans integer NOT NULL,
    started_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, round_id, flag),
    FOREIGN KEY (tenant_id, round_id) REFERENCES rounds ON DELETE CASCADE
  )`,
  ...secured('round_doubts', 'SELECT, INSERT, UPDATE, DELETE'),
  'CREATE INDEX round_doubts_by_flag ON round_doubts (tenant_id, flag, started_at_ms)',

  // Doubts that scans have by themselves; those beside other scans wait until the round is judged.
  `CREATE FUNCTION fill_round_doubts(tenant uuid) RETURNS void LANGUAGE sql AS $$
    INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
    SELECT r.tenant_id, r.id, f.flag, count(*), r.started_at_ms
    FROM scans s CROSS JOIN unnest(s.flags) AS f (flag)
    JOIN rounds r ON r.tenant_id = s.tenant_id AND r.id = s.round_id
    WHERE s.tenant_id = tenant AND s.flags <> '{}' GROUP BY r.tenant_id, r.id, f.flag
    ON CONFLICT DO NOTHING
  $$`,
  'SELECT fill_round_doubts(tenant_id) FROM tenants',

  // Who else scanned with a device.
  'CREATE INDEX rounds_by_device ON rounds (tenant_id, device_id, started_at_ms)',
];
