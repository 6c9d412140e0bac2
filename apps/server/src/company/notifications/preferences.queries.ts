import type { NotificationPreference } from '@watchpost/contract/notifications';
import { noticeChannels, noticeKinds } from '@watchpost/domain/notice-kinds';
import { lockAccount } from '../../platform/access/lock-account.queries.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { InboxScope } from './notifications.queries.ts';

/** One for each kind and channel; everything is on for a person who never changed a preference. */
export async function findPreferences({
  db,
  tenantId,
  userId,
}: InboxScope): Promise<NotificationPreference[]> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'is_on as isOn'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  const chosen = new Map(rows.map((row) => [`${row.kind} ${row.channel}`, row.isOn]));
  return noticeKinds.flatMap((kind) =>
    noticeChannels.map((channel) => ({ kind, channel, isOn: chosen.get(`${kind} ${channel}`) ?? true })),
  );
}

/** Of several that name the same kind and channel the last counts. */
export async function savePreferences(
  scope: InboxScope,
  preferences: readonly NotificationPreference[],
  origin: AuditOrigin,
): Promise<NotificationPreference[]> {
  const { tenantId, userId } = scope;
  return scope.db.transaction().execute(async (db) => {
    // Two saves at once each log what they really changed.
    await lockAccount(db, scope);
    const before = await findPreferences({ ...scope, db });
    const rows = new Map(preferences.map((one) => [`${one.kind} ${one.channel}`, one]));
    await db
      .insertInto('notification_preferences')
      .values(
        [...rows.values()].map(({ kind, channel, isOn }) => ({
          tenant_id: tenantId,
          user_id: userId,
          kind,
          channel,
          is_on: isOn,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'kind', 'channel'])
          .doUpdateSet((eb) => ({ is_on: eb.ref('excluded.is_on') })),
      )
      .execute();
    const after = await findPreferences({ ...scope, db });
    const [was, is] = [named(before), named(after)];
    const changes = changedFields(was, is, Object.keys(is));
    await insertAuditEntry(db, origin, { action: 'notifications.changed', ...changes });
    return after;
  });
}

/** As the audit log shows them, e.g. {roundLatePush: false}. */
function named(preferences: readonly NotificationPreference[]): Record<string, boolean> {
  return Object.fromEntries(
    preferences.map(({ kind, channel, isOn }) => [
      `${kind}${channel.charAt(0).toUpperCase()}${channel.slice(1)}`,
      isOn,
    ]),
  );
}
