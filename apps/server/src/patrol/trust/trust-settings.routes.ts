import {
  getTrustSettings,
  saveTrustSettings,
  type TrustSettingsReply,
} from '@watchpost/contract/trust-settings';
import { trustFlags } from '@watchpost/domain/trust';
import { defaultTrust, trustThresholdNames } from '@watchpost/domain/trust-thresholds';
import type { SiteScope } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findTrustHistory } from './find-trust-settings.queries.ts';
import { saveSettings } from './trust-settings.queries.ts';

const auditedFields = [...trustThresholdNames, 'alwaysFlags'] as const;

export function trustSettingsRoutes(): Route[] {
  return [
    route(getTrustSettings, ({ caller: { scope } }) => viewSettings(scope)),

    route(saveTrustSettings, async (context) => {
      const { scope } = context.caller;
      const { version, settings: sent } = context.body;
      const settings = { ...sent, alwaysFlags: trustFlags.filter((flag) => sent.alwaysFlags.includes(flag)) };
      const before = (await viewSettings(scope)).settings;
      const changes = changedFields(before, settings, auditedFields);
      const isSaved = await saveSettings(scope, { version, settings, changes }, auditOrigin(context));
      if (!isSaved) throw new AppError('editedMeanwhile');
      return viewSettings(scope);
    }),
  ];
}

async function viewSettings({ db, tenantId }: SiteScope): Promise<TrustSettingsReply> {
  const history = await findTrustHistory(db, tenantId);
  const settings = history[0]?.settings ?? defaultTrust;
  return {
    settings: { ...settings, alwaysFlags: [...settings.alwaysFlags] },
    version: history.length,
    sinceMs: history[0]?.sinceMs ?? null,
  };
}
