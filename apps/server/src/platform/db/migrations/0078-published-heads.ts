import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Heads that leave: the one of each day, which anybody may have, its time-stamp, and the keys that notes are signed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE published_heads (
    tenant_id uuid NOT NULL,
    -- the log as it was when this day of UTC began
    day date NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    at_ms bigint NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL,
    -- the same as c2sp.org/tlog-checkpoint has it
    note text NOT NULL,
    stamp_state text NOT NULL DEFAULT 'none' CHECK (stamp_state IN ('none', 'waiting', 'stamped', 'failed')),
    -- why the last try failed; empty after one that did not
    stamp_reason text NOT NULL DEFAULT '',
    stamp_tries smallint NOT NULL DEFAULT 0,
    -- a TimeStampResp of RFC 3161 over the note
    time_stamp bytea,
    -- the time that it says
    stamped_at_ms bigint,
    PRIMARY KEY (tenant_id, day),
    CHECK ((stamp_state = 'stamped') = (time_stamp IS NOT NULL AND stamped_at_ms IS NOT NULL))
  )`,
  'CREATE INDEX published_heads_by_size ON published_heads (tenant_id, size)',
  ...secured(
    'published_heads',
    'SELECT, INSERT, UPDATE (stamp_state, stamp_reason, stamp_tries, time_stamp, stamped_at_ms)',
  ),
  // The private ones are where the operator keeps the server's secret.
  `CREATE TABLE note_keys (
    tenant_id uuid NOT NULL,
    -- name+hash+key, as c2sp.org/signed-note has it
    verifier_key text NOT NULL,
    first_used_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, verifier_key)
  )`,
  ...secured('note_keys', 'SELECT, INSERT'),
];
