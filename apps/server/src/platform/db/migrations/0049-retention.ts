import { type Kysely, sql } from 'kysely';
import { emptySumStatements } from './0049-empty-sums.ts';
import { removalStatements } from './0049-removal.ts';
import { secured } from './own-rows.ts';

/** How long a tenant keeps its rounds, and the archives that old ones are removed into. Changes no row that there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tableStatements, ...removalStatements, ...emptySumStatements])
    await sql.raw(statement).execute(db);
}

const tableStatements = [
  // No row: everything is kept.
  `CREATE TABLE retention_settings (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    version integer NOT NULL CHECK (version >= 1),
    -- null: everything is kept
    months_to_keep smallint CHECK (months_to_keep BETWEEN 3 AND 240),
    -- nothing is removed before
    starts_at_ms bigint NOT NULL
  )`,
  ...secured('retention_settings', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE archives (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    -- begin and end of a month of UTC
    month_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    -- nothing was removed before it is verified
    status text NOT NULL DEFAULT 'writing' CHECK (status IN ('writing', 'verified', 'removed')),
    begun_at_ms bigint NOT NULL,
    verified_at_ms bigint,
    removed_at_ms bigint,
    rounds integer NOT NULL DEFAULT 0,
    -- of the month that stayed, since somebody has still to look into them
    held integer NOT NULL DEFAULT 0,
    -- who works on it, and until when nobody else does
    worker uuid NOT NULL,
    lease_until_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE UNIQUE INDEX archives_under_way ON archives (tenant_id) WHERE status <> 'removed'`,
  ...secured('archives', 'SELECT, INSERT, UPDATE, DELETE'),

  `CREATE TABLE archive_files (
    tenant_id uuid NOT NULL,
    archive_id uuid NOT NULL,
    no smallint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('rows', 'evidence')),
    -- how many pieces the file store has of it
    pieces integer NOT NULL,
    bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    rounds integer NOT NULL,
    PRIMARY KEY (tenant_id, archive_id, no),
    FOREIGN KEY (tenant_id, archive_id) REFERENCES archives ON DELETE CASCADE
  )`,
  ...secured('archive_files', 'SELECT, INSERT, DELETE'),
];
