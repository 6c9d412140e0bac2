import { checkpointMethods, defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { type Kysely, sql } from 'kysely';

/** Which ways of scanning count at a checkpoint (TRUTH-01), where a scan counts, and which code of a screen it was made with (TRUTH-11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const listed = (methods: readonly string[]) => `'{${methods.join(',')}}'`;

const statements = [
  `ALTER TABLE checkpoints
    ADD COLUMN scan_methods text[] NOT NULL DEFAULT ${listed(defaultCheckpointMethods)}
      CHECK (cardinality(scan_methods) > 0 AND scan_methods <@ ${listed(checkpointMethods)}::text[]),
    -- those of before the last change, which count for a day more, and when that was
    ADD COLUMN former_scan_methods text[] NOT NULL DEFAULT '{}',
    ADD COLUMN scan_methods_since_ms bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE scans
    -- null: its code is of a checkpoint where the guard may not scan, so that it counts nowhere
    ALTER COLUMN checkpoint_id DROP NOT NULL,
    -- what the phone named, where the code is of another checkpoint; null: the same
    ADD COLUMN claimed_checkpoint_id uuid,
    ADD COLUMN dwell_ms integer,
    -- screen and step of a changing code; null for every other scan
    ADD COLUMN shown_step bigint`,
  `CREATE INDEX scans_by_shown_step ON scans (tenant_id, checkpoint_id, shown_step) WHERE shown_step IS NOT NULL`,
];
