// Mails the head of a day to the witnesses who agreed, in the transaction that publishes it: each gets each head once.
import { getTimeStamp } from '@watchpost/contract/evidence';
import { openMailConsent } from '@watchpost/contract/mail-consents';
import { languageOf, localeOf } from '@watchpost/domain/languages';
import { mayBeMailed } from '@watchpost/domain/mail-consents';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { endpointAddress } from '../../platform/http/endpoint-address.ts';
import {
  findConsentOf,
  insertConsentLink,
  insertConsentOfAccount,
} from '../../company/mail-consents/mail-consents.queries.ts';
import type { MailedHead } from '../../platform/mail/mail-content.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { listWitnesses } from './head-witnesses.queries.ts';

export interface HeadOfDay {
  /** As YYYY-MM-DD. */
  readonly day: string;
  readonly head: MailedHead;
  readonly isStamped: boolean;
  readonly consoleUrl: (slug: string) => string;
}

const purpose = 'logHeads';

export async function mailHead(
  transaction: Db,
  tenantId: string,
  { day, head, isStamped, consoleUrl }: HeadOfDay,
): Promise<void> {
  const witnesses = (await listWitnesses(transaction, tenantId)).filter(({ state }) => mayBeMailed(state));
  if (witnesses.length === 0) return;
  const { slug } = await transaction
    .selectFrom('tenants')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const base = consoleUrl(slug);
  for (const { id, email, language } of witnesses) {
    const consent =
      (await findConsentOf(transaction, tenantId, purpose, email)) ??
      (await insertConsentOfAccount(transaction, tenantId, { purpose, address: email, language }));
    const token = await insertConsentLink(transaction, tenantId, consent.id);
    const stopLink = endpointAddress(base, slug, openMailConsent, { token });
    const stampLink = `${endpointAddress(base, slug, getTimeStamp, {})}?day=${day}`;
    await queueMail(transaction, {
      tenantId,
      to: email,
      template: 'logHead',
      language,
      values: { day: dayText(day, language), head, stampLink: isStamped ? stampLink : null, stopLink },
      unsubscribeUrl: stopLink,
    });
    await transaction
      .updateTable('head_witnesses')
      .set({ last_mailed_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
}

/** The month in letters: no one reads it as another day. */
const dayText = (day: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(languageOf(language) ?? 'en'), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
