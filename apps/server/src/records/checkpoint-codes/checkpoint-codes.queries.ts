// The tenant's keys, and the codes that are issued with them.
import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { IssuedCode } from '@watchpost/domain/code-trust';
import type { Db } from '../../platform/db/database.ts';
import { type Column, insertRows } from '../../platform/db/insert-rows.queries.ts';
import { signedCode } from './code-signature.ts';
import type { CodeBook } from './judge-code.ts';

export interface CodeKey {
  readonly version: number;
  readonly key: Buffer;
}

const keyBytes = 32;

/** The newest key of the tenant, made with its first code. */
export async function findOrMakeKey(db: Db, tenantId: string): Promise<CodeKey> {
  const newest = () =>
    db
      .selectFrom('code_keys')
      .select(['version', 'key'])
      .where('tenant_id', '=', tenantId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
  const found = await newest();
  if (found !== undefined) return found;
  const made = { tenant_id: tenantId, version: 1, key: randomBytes(keyBytes) };
  await db
    .insertInto('code_keys')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another who made the first code at the same moment may have been quicker.
  const kept = await newest();
  if (kept === undefined) throw new Error('a key that was just stored is gone');
  return kept;
}

interface Issued {
  readonly checkpointId: string;
  readonly serial: number;
  readonly code: string;
}

const columnsOf = (key: CodeKey, issuedAt: string): readonly Column<Issued>[] => [
  { name: 'id', type: 'uuid', of: () => uuidv7() },
  { name: 'checkpoint_id', type: 'uuid', of: ({ checkpointId }) => checkpointId },
  { name: 'code', type: 'text', of: ({ code }) => code },
  { name: 'serial', type: 'bigint', of: ({ serial }) => serial },
  { name: 'key_version', type: 'smallint', of: () => key.version },
  { name: 'issued_at', type: 'timestamptz', of: () => issuedAt },
];

/**
 * Gives each checkpoint a new code and retires the one before, at the same instant. To be called in a transaction
 * that has locked the checkpoints, so that two who do it at once each see what the other left.
 */
export async function issueCodes(
  transaction: Db,
  tenantId: string,
  checkpointIds: readonly string[],
): Promise<void> {
  const key = await findOrMakeKey(transaction, tenantId);
  const { rows } = await sql<{ id: string; serial: number; at: string }>`
    WITH moment AS (SELECT clock_timestamp() AS at),
    retired AS (UPDATE qr_codes SET retired_at = moment.at FROM moment
      WHERE tenant_id = ${tenantId} AND checkpoint_id = ANY (${checkpointIds}::uuid[]) AND retired_at IS NULL)
    SELECT wanted.id, moment.at::text AS at, 1 + coalesce((SELECT max(c.serial) FROM qr_codes c
      WHERE c.tenant_id = ${tenantId} AND c.checkpoint_id = wanted.id), 0) AS serial
    FROM unnest(${checkpointIds}::uuid[]) AS wanted (id) CROSS JOIN moment`.execute(transaction);
  const codes = rows.map(({ id, serial }) => ({
    checkpointId: id,
    serial,
    code: signedCode(key.key, tenantId, id, serial),
  }));
  const issuedAt = rows[0]?.at ?? '';
  await insertRows(transaction, tenantId, 'qr_codes', columnsOf(key, issuedAt), codes);
}

export interface LiveCode {
  readonly checkpointId: string;
  readonly code: string;
}

/** The valid code of each of these checkpoints; those without one are left out. */
export async function findLiveCodes(
  db: Db,
  tenantId: string,
  checkpointIds: readonly string[],
): Promise<LiveCode[]> {
  const text = `SELECT c.checkpoint_id AS "checkpointId", c.code FROM qr_codes c
    WHERE c.tenant_id = $1::uuid AND c.checkpoint_id = ANY ($2::uuid[]) AND c.retired_at IS NULL`;
  const { rows } = await db.executeQuery<LiveCode>(CompiledQuery.raw(text, [tenantId, checkpointIds]));
  return rows;
}

/** All codes and keys of the tenant. */
export async function findCodeBook(db: Db, tenantId: string): Promise<CodeBook> {
  const keys = await db.selectFrom('code_keys').select('key').where('tenant_id', '=', tenantId).execute();
  const text = `SELECT c.code, c.checkpoint_id AS "checkpointId", c.key_version IS NOT NULL AS "isSigned",
      floor(extract(epoch FROM c.retired_at) * 1000)::float8 AS "retiredAtMs"
    FROM qr_codes c WHERE c.tenant_id = $1::uuid`;
  const { rows } = await db.executeQuery<IssuedCode>(CompiledQuery.raw(text, [tenantId]));
  const screens = await db
    .selectFrom('checkpoint_screens')
    .select(['checkpoint_id', 'serial', 'secret', 'paired_at_ms', 'revoked_at_ms'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return {
    tenantId,
    keys: keys.map(({ key }) => key),
    issued: rows,
    screens: screens.flatMap(({ checkpoint_id, serial, secret, paired_at_ms, revoked_at_ms }) =>
      secret === null || paired_at_ms === null
        ? []
        : {
            checkpointId: checkpoint_id,
            serial,
            secret,
            pairedAtMs: paired_at_ms,
            revokedAtMs: revoked_at_ms,
          },
    ),
  };
}
