import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** The phones of guards, and who signed in with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const msOf = (time: string) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;

const statements = [
  `CREATE TABLE devices (
    tenant_id uuid NOT NULL,
    -- made by the phone
    id uuid NOT NULL,
    version integer NOT NULL DEFAULT 1,
    name text NOT NULL DEFAULT '',
    agent text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked', 'wipeAsked', 'wiped')),
    status_since_ms bigint,
    first_seen_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL,
    app_version text NOT NULL DEFAULT '',
    waiting integer,
    waiting_told_ms bigint,
    wiped_at_ms bigint,
    lost_records integer,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE INDEX devices_by_last_seen ON devices (tenant_id, last_seen_ms, id)',
  ...secured('devices', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE device_guards (
    tenant_id uuid NOT NULL,
    device_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    last_seen_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, device_id, guard_id),
    FOREIGN KEY (tenant_id, device_id) REFERENCES devices,
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE
  )`,
  'CREATE INDEX device_guards_by_guard ON device_guards (tenant_id, guard_id, device_id)',
  ...secured('device_guards', 'SELECT, INSERT, UPDATE'),

  'CREATE INDEX device_keys_by_device ON device_keys (tenant_id, device_id, enrolled_at_ms)',
  // Kept after its phone was revoked, so that the phone can be told why it is out.
  'ALTER TABLE sessions ADD COLUMN revoked_at timestamptz',
  'CREATE INDEX sessions_by_device ON sessions (tenant_id, device_id) WHERE device_id IS NOT NULL',

  `INSERT INTO devices (tenant_id, id, agent, first_seen_ms, last_seen_ms)
    SELECT tenant_id, device_id, (array_agg(agent ORDER BY created_at DESC))[1], min(${msOf('created_at')}),
      max(${msOf('last_seen_at')})
    FROM sessions WHERE device_id IS NOT NULL GROUP BY tenant_id, device_id`,
  `INSERT INTO device_guards (tenant_id, device_id, guard_id, last_seen_ms)
    SELECT tenant_id, device_id, guard_id, max(${msOf('last_seen_at')})
    FROM sessions WHERE device_id IS NOT NULL AND guard_id IS NOT NULL GROUP BY tenant_id, device_id, guard_id`,
];
