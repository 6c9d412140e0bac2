import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Screens at checkpoints that show codes which change (FIELD-03). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE checkpoint_screens (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    -- among those of the checkpoint; codes name it
    serial integer NOT NULL CHECK (serial BETWEEN 1 AND 65535),
    -- of the code that pairs it, which only who asked for it has seen; null once it was used
    pairing_hash bytea,
    pairing_ends_at_ms bigint NOT NULL,
    -- 32 random bytes that the screen and the server share; null until it is paired
    secret bytea,
    offered_at_ms bigint NOT NULL,
    paired_at_ms bigint,
    seen_at_ms bigint,
    revoked_at_ms bigint,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, checkpoint_id, serial),
    FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints
  )`,
  ...secured('checkpoint_screens', 'SELECT, INSERT, UPDATE'),
  `CREATE UNIQUE INDEX checkpoint_screens_by_pairing ON checkpoint_screens (tenant_id, pairing_hash)
    WHERE pairing_hash IS NOT NULL`,
];
