// Witnesses: to whom the head of each day is mailed, once they agreed.
import { CompiledQuery, sql } from 'kysely';
import type { HeadWitness } from '@watchpost/contract/head-witnesses';
import { headWitnessesMax } from '@watchpost/domain/head-witnesses';
import type { Language } from '@watchpost/domain/languages';
import { uuidv7 } from 'uuidv7';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  type InvitedAgain,
  inviteAgain,
  inviteMissing,
  findRecipientStates,
  normalAddress,
  stateOfAddress,
} from '../../company/mail-consents/mail-consents.queries.ts';

const purpose = 'logHeads';
const subjectOf = (tenantId: string) => ({ id: tenantId, label: 'Witnesses' });

const witnesses = `SELECT w.id, w.address AS email, w.language,
    ${stateOfAddress('w.tenant_id', purpose, 'w.address')} AS state,
    floor(extract(epoch FROM w.added_at) * 1000)::float8 AS "addedAtMs",
    floor(extract(epoch FROM w.last_mailed_at) * 1000)::float8 AS "mailedAtMs"
  FROM head_witnesses w WHERE w.tenant_id = $1::uuid`;

/** In the order in which they were added. */
export async function listWitnesses(db: Db, tenantId: string): Promise<HeadWitness[]> {
  const text = `${witnesses} ORDER BY w.added_at, w.id`;
  return [...(await db.executeQuery<HeadWitness>(CompiledQuery.raw(text, [tenantId]))).rows];
}

export async function findWitness(db: Db, tenantId: string, id: string): Promise<HeadWitness | null> {
  const text = `${witnesses} AND w.id = $2::uuid`;
  const { rows } = await db.executeQuery<HeadWitness>(CompiledQuery.raw(text, [tenantId, id]));
  return rows[0] ?? null;
}

export type WitnessRefusal = 'full' | 'twice' | 'stopped' | 'spent';

interface NewWitness {
  readonly email: string;
  readonly language: Language;
}

/** The id of the new one, who is asked first; a reason where there can be none. */
export async function insertWitness(
  db: Db,
  origin: AuditOrigin,
  { email, language }: NewWitness,
): Promise<{ readonly id: string } | WitnessRefusal> {
  const { tenantId } = origin;
  const address = normalAddress(email);
  return db.transaction().execute(async (transaction) => {
    // One addition at a time, so that two cannot both take the last free slot.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`witnesses ${tenantId}`}, 0))`.execute(
      transaction,
    );
    const known = await listWitnesses(transaction, tenantId);
    if (known.some((witness) => witness.email === address)) return 'twice';
    if (known.length >= headWitnessesMax) return 'full';
    const states = await findRecipientStates(transaction, tenantId, purpose, [address]);
    if (states.get(address) === 'stopped') return 'stopped';
    const asked = await inviteMissing(transaction, origin, { purpose, addresses: [address], language });
    if (!asked) return 'spent';
    const id = uuidv7();
    await transaction
      .insertInto('head_witnesses')
      .values({ tenant_id: tenantId, id, address, language })
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'witness.added',
      subject: subjectOf(tenantId),
      after: { email: address, language },
    });
    return { id };
  });
}

/** Null where there is no such witness. */
export async function inviteWitnessAgain(
  db: Db,
  origin: AuditOrigin,
  id: string,
): Promise<InvitedAgain | null> {
  return db.transaction().execute(async (transaction) => {
    const witness = await findWitness(transaction, origin.tenantId, id);
    if (witness === null) return null;
    const { email: address, language } = witness;
    return inviteAgain(transaction, origin, { purpose, address, language });
  });
}

/** False where there is no such witness. */
export async function deleteWitness(db: Db, origin: AuditOrigin, id: string): Promise<boolean> {
  const { tenantId } = origin;
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('head_witnesses')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returning('address')
      .executeTakeFirst();
    if (gone === undefined) return false;
    await insertAuditEntry(transaction, origin, {
      action: 'witness.removed',
      subject: subjectOf(tenantId),
      before: { email: gone.address },
    });
    return true;
  });
}
