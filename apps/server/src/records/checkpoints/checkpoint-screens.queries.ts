// Screens that show changing codes: offered, paired, looked after and taken out of use.
import { randomBytes } from 'node:crypto';
import type { CheckpointScreen, PairedScreen } from '@watchpost/contract/checkpoint-screens';
import { pairingMinutes, rotatingSecretBytes } from '@watchpost/domain/rotating-codes';
import { CompiledQuery } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';

/** A checkpoint that the scope allows. */
interface Place {
  readonly id: string;
  readonly name: string;
}

export async function findScreens(
  { db, tenantId }: SiteScope,
  checkpointId: string,
): Promise<CheckpointScreen[]> {
  const text = `SELECT id, serial, offered_at_ms AS "offeredAtMs", paired_at_ms AS "pairedAtMs",
      seen_at_ms AS "seenAtMs", revoked_at_ms AS "revokedAtMs"
    FROM checkpoint_screens WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND paired_at_ms IS NOT NULL
    ORDER BY serial DESC`;
  return run(db, text, [tenantId, checkpointId]);
}

/** Stores an offer that waits for its screen. Replaces one that was waiting before. */
export async function insertOffer(
  { db, tenantId }: SiteScope,
  place: Place,
  pairingHash: Buffer,
  origin: AuditOrigin,
): Promise<{ id: string; endsAtMs: number }> {
  return db.transaction().execute(async (transaction) => {
    const nowMs = Date.now();
    const endsAtMs = nowMs + pairingMinutes * 60_000;
    await run(transaction, 'SELECT FROM checkpoints WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      tenantId,
      place.id,
    ]);
    await run(
      transaction,
      `UPDATE checkpoint_screens SET pairing_hash = NULL
        WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND pairing_hash IS NOT NULL`,
      [tenantId, place.id],
    );
    const id = uuidv7();
    const [offered] = await run<{ serial: number }>(
      transaction,
      `INSERT INTO checkpoint_screens (tenant_id, id, checkpoint_id, serial, pairing_hash, pairing_ends_at_ms, offered_at_ms)
        SELECT $1::uuid, $2::uuid, $3::uuid, 1 + coalesce(max(serial), 0), $4::bytea, $5::bigint, $6::bigint
        FROM checkpoint_screens WHERE tenant_id = $1::uuid AND checkpoint_id = $3::uuid RETURNING serial`,
      [tenantId, id, place.id, pairingHash, endsAtMs, nowMs],
    );
    const after = { screen: offered?.serial };
    await note(transaction, place, { action: 'checkpoint.screenOffered', after }, origin);
    return { id, endsAtMs };
  });
}

/** False for a screen that is not the checkpoint's, or out of use already. */
export async function revokeScreen(
  { db, tenantId }: SiteScope,
  place: Place,
  screenId: string,
  origin: AuditOrigin,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const [revoked] = await run<{ serial: number }>(
      transaction,
      `UPDATE checkpoint_screens SET revoked_at_ms = $4::bigint, pairing_hash = NULL
        WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND id = $3::uuid AND revoked_at_ms IS NULL RETURNING serial`,
      [tenantId, place.id, screenId, Date.now()],
    );
    if (revoked === undefined) return false;
    const before = { screen: revoked.serial };
    await note(transaction, place, { action: 'checkpoint.screenRevoked', before }, origin);
    return true;
  });
}

/** The code is used up with this; null for one that is not good, or no longer. */
export async function pairOffered(
  db: Db,
  tenantId: string,
  pairingHash: Buffer,
  origin: AuditOrigin,
): Promise<Omit<PairedScreen, 'serverTimeMs'> | null> {
  return db.transaction().execute(async (transaction) => {
    const [paired] = await run<Omit<PairedScreen, 'serverTimeMs'>>(
      transaction,
      `UPDATE checkpoint_screens s SET pairing_hash = NULL, secret = $3::bytea, paired_at_ms = $4::bigint,
          seen_at_ms = $4::bigint
        FROM checkpoints c WHERE s.tenant_id = $1::uuid AND s.pairing_hash = $2::bytea
          AND s.pairing_ends_at_ms >= $4::bigint AND s.revoked_at_ms IS NULL
          AND c.tenant_id = s.tenant_id AND c.id = s.checkpoint_id AND c.deleted_at IS NULL
        RETURNING s.id AS "screenId", c.id AS "checkpointId", c.name AS "checkpointName", s.serial,
          encode(s.secret, 'hex') AS secret`,
      [tenantId, pairingHash, randomBytes(rotatingSecretBytes), Date.now()],
    );
    if (paired === undefined) return null;
    const place = { id: paired.checkpointId, name: paired.checkpointName };
    const after = { screen: paired.serial };
    await note(transaction, place, { action: 'checkpoint.screenPaired', after }, origin);
    return paired;
  });
}

/** Whether the screen is paired and not revoked; notes that it was heard of. */
export async function noteSeen(db: Db, tenantId: string, screenId: string): Promise<boolean> {
  const seen = await run(
    db,
    `UPDATE checkpoint_screens SET seen_at_ms = $3::bigint WHERE tenant_id = $1::uuid AND id = $2::uuid
      AND paired_at_ms IS NOT NULL AND revoked_at_ms IS NULL RETURNING id`,
    [tenantId, screenId, Date.now()],
  );
  return seen.length > 0;
}

/** Of which of the checkpoint's screens, by its number. */
interface ScreenEvent {
  readonly action: 'checkpoint.screenOffered' | 'checkpoint.screenPaired' | 'checkpoint.screenRevoked';
  readonly before?: { readonly screen: number };
  readonly after?: { readonly screen: number | undefined };
}

async function note(db: Db, { id, name }: Place, event: ScreenEvent, origin: AuditOrigin): Promise<void> {
  await insertAuditEntry(db, origin, { ...event, subject: { id, label: name } });
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
