import { type Kysely, sql } from 'kysely';

/** What proves that a phone is the one that it says it is: see decision 0016. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const statements = [
  // Null for keys of before, of which neither was asked.
  `ALTER TABLE device_keys
    -- the phone signed with the key when it enrolled it
    ADD COLUMN is_proved boolean,
    -- false where another guard had the phone and no key of the phone signed for this one
    ADD COLUMN is_vouched boolean`,
  'CREATE INDEX device_keys_by_guard ON device_keys (tenant_id, guard_id)',

  // The guard, or the phone, had a key at some time: what comes unsigned is flagged.
  'ALTER TABLE sessions ADD COLUMN owes_signature boolean NOT NULL DEFAULT false',
  `UPDATE sessions s SET owes_signature = true WHERE s.device_id IS NOT NULL AND (s.public_key IS NOT NULL
    OR EXISTS (SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.guard_id = s.guard_id)
    OR EXISTS (SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.device_id = s.device_id))`,

  // Signed in with the id of a phone that has keys, and with none of them.
  'ALTER TABLE device_guards ADD COLUMN is_claim boolean NOT NULL DEFAULT false',

  `ALTER TABLE devices
    -- of the last report that a key of the phone signed; null while none was
    ADD COLUMN report_no bigint,
    -- whether a key of the phone signed that it has wiped itself; null for one that was never wiped, and for wipes of before
    ADD COLUMN is_wipe_proved boolean,
    -- a wipe that was reported without a signature of a phone that has keys, which changes nothing
    ADD COLUMN claimed_wipe_ms bigint,
    ADD COLUMN claimed_lost integer`,
];
