import { lateFlagsOf, mayBeLate } from '@watchpost/domain/sent-late';
import type { TrustFlag } from '@watchpost/domain/trust';
import { settingsAt } from '@watchpost/domain/trust-thresholds';
import type { Db } from '../../platform/db/database.ts';
import { findTrustHistory } from './find-trust-settings.queries.ts';

/** The flag of an incident or a call for help that was sent late by the tenant's threshold at its arrival (TRUTH-04). */
export async function findLateFlags(
  { db, tenantId }: { readonly db: Db; readonly tenantId: string },
  sent: Parameters<typeof lateFlagsOf>[0],
): Promise<readonly TrustFlag[]> {
  if (!mayBeLate(sent)) return [];
  return lateFlagsOf(sent, settingsAt(await findTrustHistory(db, tenantId), sent.receivedAtMs));
}
