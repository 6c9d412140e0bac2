// Who may be mailed what without having an account, how they are asked, and what they answered.
import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Language } from '@watchpost/domain/languages';
import {
  type ConsentPurpose,
  type ConsentState,
  invitationPauseHours,
  invitationsOfAddressMax,
  invitationsPerDay,
  type RecipientState,
} from '@watchpost/domain/mail-consents';
import { uuidv7 } from 'uuidv7';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { invitedToMailsJob } from './invited-to-mails-job.ts';

export const normalAddress = (address: string): string => address.trim().toLowerCase();

export const hashAddress = (address: string): Buffer =>
  createHash('sha256').update(normalAddress(address)).digest();

/**
 * SQL of the RecipientState of an address; both are SQL as well. An account counts once its password was chosen
 * by what was mailed there, and not while it has another address since. A no counts in any case.
 */
export const stateOfAddress = (tenant: string, purpose: ConsentPurpose, address: string): string =>
  `(SELECT CASE WHEN coalesce(c.state, 'invited') = 'invited' AND own.has_account THEN 'agreed'
      ELSE coalesce(c.state, 'notInvited') END
    FROM (SELECT EXISTS (SELECT FROM users u WHERE u.tenant_id = ${tenant} AND lower(u.email) = lower(${address})
        AND u.activated AND u.invited_at IS NULL AND NOT u.is_address_unproven AND u.role IN ('superAdmin', 'subAdmin')) AS has_account) own
    LEFT JOIN mail_consents c ON c.tenant_id = ${tenant} AND c.purpose = '${purpose}'
      AND c.address_hash = sha256(convert_to(lower(${address}), 'UTF8')))`;

/** By address; each of the addresses has one. */
export async function findRecipientStates(
  db: Db,
  tenantId: string,
  purpose: ConsentPurpose,
  addresses: readonly string[],
): Promise<Map<string, RecipientState>> {
  const text = `SELECT a.address, ${stateOfAddress('$1::uuid', purpose, 'a.address')} AS state
    FROM unnest($2::text[]) AS a (address)`;
  const values = [tenantId, addresses.map(normalAddress)];
  const { rows } = await db.executeQuery<{ address: string; state: RecipientState }>(
    CompiledQuery.raw(text, values),
  );
  const states = new Map(rows.map(({ address, state }) => [address, state]));
  return new Map(addresses.map((address) => [address, states.get(normalAddress(address)) ?? 'notInvited']));
}

/** What people are asked for, and in which language. */
export interface Asked {
  readonly purpose: ConsentPurpose;
  readonly addresses: readonly string[];
  readonly language: Language;
}

/** Invitations that the tenant may still send; who asks waits for others until the transaction ends. */
async function invitationsLeft(transaction: Db, tenantId: string): Promise<number> {
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail invitations ${tenantId}`}, 0))`;
  await lock.execute(transaction);
  const { sent } = await transaction
    .selectFrom('mail_consents')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where('tenant_id', '=', tenantId)
    .where('invited_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return Math.max(0, invitationsPerDay - sent);
}

/**
 * Has those mailed a question who have no account and were never asked; each is mailed nothing else before they agree.
 * False, and no one is asked, where the tenant has asked as many as it may in a day. The mails leave when the transaction
 * commits.
 */
export async function inviteMissing(
  transaction: Db,
  origin: AuditOrigin,
  { purpose, addresses, language }: Asked,
): Promise<boolean> {
  const { tenantId } = origin;
  const states = await findRecipientStates(transaction, tenantId, purpose, addresses);
  const missing = [...states].flatMap(([address, state]) =>
    state === 'notInvited' ? [normalAddress(address)] : [],
  );
  if (missing.length === 0) return true;
  if ((await invitationsLeft(transaction, tenantId)) < missing.length) return false;
  const invited = await transaction
    .insertInto('mail_consents')
    .values(
      missing.map((address) => ({
        tenant_id: tenantId,
        id: uuidv7(),
        purpose,
        address_hash: hashAddress(address),
        address,
        state: 'invited' as const,
        language,
        invitations: 1,
        invited_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'purpose', 'address_hash']).doNothing())
    .returning(['id', 'address'])
    .execute();
  await enqueueInvitations(transaction, origin, purpose, invited);
  return true;
}

async function enqueueInvitations(
  transaction: Db,
  origin: AuditOrigin,
  purpose: ConsentPurpose,
  invited: readonly { readonly id: string; readonly address: string | null }[],
): Promise<void> {
  if (invited.length === 0) return;
  const { tenantId, actor } = origin;
  for (const { id } of invited) {
    const payload = { tenantId, consentId: id, inviterId: actor?.id ?? null };
    await enqueueJob(transaction, invitedToMailsJob, payload, { key: id });
  }
  await insertAuditEntry(transaction, origin, {
    action: 'mailConsent.invited',
    subject: { id: tenantId, label: 'Mail consents' },
    after: { purpose, recipients: invited.map(({ address }) => address) },
  });
}

export type InvitedAgain = 'invited' | 'answered' | 'stopped' | 'tooSoon' | 'tooOften' | 'spent';

/** Asks once more, or for the first time; never one who said no. */
export async function inviteAgain(
  transaction: Db,
  origin: AuditOrigin,
  { purpose, address, language }: Omit<Asked, 'addresses'> & { readonly address: string },
): Promise<InvitedAgain> {
  const { tenantId } = origin;
  const left = await invitationsLeft(transaction, tenantId);
  const states = await findRecipientStates(transaction, tenantId, purpose, [address]);
  const state = states.get(address);
  if (state === 'stopped') return 'stopped';
  if (state === 'notInvited') {
    const isAsked = await inviteMissing(transaction, origin, { purpose, addresses: [address], language });
    return isAsked ? 'invited' : 'spent';
  }
  if (state !== 'invited') return 'answered';
  const known = await findConsentOf(transaction, tenantId, purpose, address);
  if (known === null) return 'answered';
  if (known.invitations >= invitationsOfAddressMax) return 'tooOften';
  if (known.isRecent) return 'tooSoon';
  if (left === 0) return 'spent';
  await transaction
    .updateTable('mail_consents')
    .set({ invitations: sql`invitations + 1`, invited_at: sql<Date>`now()`, language })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', known.id)
    .execute();
  await enqueueInvitations(transaction, origin, purpose, [known]);
  return 'invited';
}

export interface Consent {
  readonly id: string;
  readonly purpose: ConsentPurpose;
  readonly address: string;
  readonly state: ConsentState;
  readonly language: string;
  /** How often the address was asked, and whether just now. */
  readonly invitations: number;
  readonly isRecent: boolean;
}

const consents = (db: Db, tenantId: string) =>
  db
    .selectFrom('mail_consents as c')
    .select([
      'c.id',
      'c.purpose',
      'c.address',
      'c.state',
      'c.language',
      'c.invitations',
      sql<boolean>`coalesce(c.invited_at > now() - make_interval(hours => ${invitationPauseHours}), false)`.as(
        'isRecent',
      ),
    ])
    .where('c.tenant_id', '=', tenantId);

type ConsentRow = Awaited<ReturnType<ReturnType<typeof consents>['executeTakeFirstOrThrow']>>;

/** Of an address that was erased nothing is shown any more. */
const consentOf = (row: ConsentRow | undefined): Consent | null =>
  row === undefined || row.address === null ? null : { ...row, address: row.address };

export const findConsentById = async (db: Db, tenantId: string, id: string): Promise<Consent | null> =>
  consentOf(await consents(db, tenantId).where('c.id', '=', id).executeTakeFirst());

/** By the token of a mailed link; null for one that never was or has ended. */
export const findConsentByToken = async (db: Db, tenantId: string, token: string): Promise<Consent | null> =>
  consentOf(
    await consents(db, tenantId)
      .innerJoin('mail_consent_links as l', (join) =>
        join.onRef('l.tenant_id', '=', 'c.tenant_id').onRef('l.consent_id', '=', 'c.id'),
      )
      .where('l.token_hash', '=', hashToken(token))
      .executeTakeFirst(),
  );

/** The token of a link for one mail, by which its reader says yes or no; kept as a hash alone. */
export async function insertConsentLink(db: Db, tenantId: string, consentId: string): Promise<string> {
  const token = makeToken();
  await db
    .insertInto('mail_consent_links')
    .values({ tenant_id: tenantId, token_hash: hashToken(token), consent_id: consentId })
    .execute();
  return token;
}

/** Of an address that agreed by having an account: its consent, which was stored nowhere yet. */
export async function insertConsentOfAccount(
  transaction: Db,
  tenantId: string,
  { purpose, address, language }: Omit<Asked, 'addresses'> & { readonly address: string },
): Promise<{ readonly id: string }> {
  return transaction
    .insertInto('mail_consents')
    .values({
      tenant_id: tenantId,
      id: uuidv7(),
      purpose,
      address_hash: hashAddress(address),
      address: normalAddress(address),
      state: 'agreed',
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** For a mail to an address that agreed: its consent, to which insertConsentLink makes the link to stop. */
export const findConsentOf = async (
  db: Db,
  tenantId: string,
  purpose: ConsentPurpose,
  address: string,
): Promise<Consent | null> =>
  consentOf(
    await consents(db, tenantId)
      .where('c.purpose', '=', purpose)
      .where('c.address_hash', '=', hashAddress(address))
      .executeTakeFirst(),
  );
