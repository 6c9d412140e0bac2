// The salt of a tenant's log, which no file holds.
import { randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { bytesOf, type Bytes } from '@watchpost/domain/evidence/byte-text';
import { canonicalJson } from '@watchpost/domain/evidence/canonical-json';
import { isSignedBy, keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { Statements } from '../../platform/db/statements.ts';
import { Concealer } from './concealed-entries.ts';
import { type LogKey, signBytesWith } from './log-keys.ts';

const saltLength = 32;
const saltFormat = 'watchpost log salt 1';

const saltBytes = (logId: string, salt: Buffer, madeAtMs: number): Bytes =>
  bytesOf(canonicalJson({ format: saltFormat, logId, salt: salt.toString('hex'), madeAtMs }));

interface StoredSalt {
  readonly salt: Buffer;
  readonly madeAtMs: number;
  readonly key: string;
  readonly signature: string;
}

async function findSalt(db: Statements, tenantId: string): Promise<StoredSalt | null> {
  const text = `SELECT salt, made_at_ms AS "madeAtMs", encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
    FROM log_salts WHERE tenant_id = $1::uuid`;
  const { rows } = await db.executeQuery<StoredSalt>(CompiledQuery.raw(text, [tenantId]));
  return rows[0] ?? null;
}

/** Null for a log of which nothing was sealed since leaves conceal anything. */
export async function findConcealer(db: Statements, tenantId: string): Promise<Concealer | null> {
  const stored = await findSalt(db, tenantId);
  return stored === null ? null : new Concealer(stored.salt);
}

/** To show records with: of a log without a salt, none of whose leaves conceals anything, by one that no one keeps. */
export async function findShowing(db: Statements, tenantId: string): Promise<Concealer> {
  return (await findConcealer(db, tenantId)) ?? new Concealer(randomBytes(saltLength));
}

/** Drawn once for each log, which is locked. */
export async function makeConcealer(db: Statements, tenantId: string, key: LogKey): Promise<Concealer> {
  const known = await findConcealer(db, tenantId);
  if (known !== null) return known;
  const salt = randomBytes(saltLength);
  const madeAtMs = Date.now();
  const signature = signBytesWith(key, saltBytes(tenantId, salt, madeAtMs));
  const text = `INSERT INTO log_salts (tenant_id, salt, made_at_ms, key, signature)
    VALUES ($1::uuid, $2::bytea, $3::bigint, decode($4::text, 'hex'), decode($5::text, 'hex'))`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, salt, madeAtMs, key.id, signature]));
  return new Concealer(salt);
}

/** A sentence where the salt is not the one that a key of the log signed. */
export async function checkSalt(
  db: Statements,
  tenantId: string,
  publicKeys: readonly string[],
): Promise<string[]> {
  const stored = await findSalt(db, tenantId);
  if (stored === null) return [];
  const publicKey = publicKeys.find((each) => keyIdOf(each) === stored.key) ?? '';
  const bytes = saltBytes(tenantId, stored.salt, stored.madeAtMs);
  if (await isSignedBy(publicKey, stored.signature, bytes)) return [];
  return ['log_salts: salt, made_at_ms, key or signature was altered; the signature does not hold'];
}
