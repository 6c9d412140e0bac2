import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Who is mailed the head of each day, once they agree (mail_consents); and in which order heads were published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE head_witnesses (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    -- in lower case
    address text NOT NULL,
    language text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    last_mailed_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, address)
  )`,
  // By no clock: one that was wrong hides no day that follows, and an accepted log that is shorter no more than that.
  'ALTER TABLE published_heads ADD COLUMN no integer',
  `UPDATE published_heads p SET no = n.no FROM (SELECT tenant_id, day, row_number()
      OVER (PARTITION BY tenant_id ORDER BY size, day) AS no FROM published_heads) n
    WHERE p.tenant_id = n.tenant_id AND p.day = n.day`,
  'ALTER TABLE published_heads ALTER COLUMN no SET NOT NULL',
  'ALTER TABLE published_heads ADD UNIQUE (tenant_id, no)',

  ...secured('head_witnesses', 'SELECT, INSERT, UPDATE (last_mailed_at), DELETE'),
];
