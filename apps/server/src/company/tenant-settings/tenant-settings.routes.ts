import {
  getTenantSettings,
  saveTenantSettings,
  type TenantSettingsReply,
} from '@watchpost/contract/tenant-settings';
import { languageOf, languages } from '@watchpost/domain/languages';
import { changedConfig, fromConfig } from '@watchpost/domain/tenant-settings';
import type { SiteScope } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findSettings, updateSettings } from './tenant-settings.queries.ts';

/** Settings whose changes stand in the audit log. */
const auditedFields = [
  'name',
  'accentColour',
  'dateFormat',
  'timeZone',
  'language',
  'defaultCountryCode',
  'pageSize',
  'mapCentre',
  'mapZoom',
  'passwordMaxLength',
  'isTwoStepRequired',
  'dutyLimitHours',
  'controlRoomPhone',
  'emergencyNumber',
] as const;

export function tenantSettingsRoutes(): Route[] {
  return [
    route(getTenantSettings, async ({ caller: { scope } }) => viewSettings(scope)),

    route(saveTenantSettings, async (context) => {
      const { scope } = context.caller;
      const { settings: sent, version } = context.body;
      if (sent.language !== null && languageOf(sent.language) !== sent.language) {
        throw new InvalidInput({ 'settings.language': 'setting_language' });
      }
      const before = (await viewSettings(scope)).settings;
      const { controlRoomPhone = before.controlRoomPhone, emergencyNumber = before.emergencyNumber } = sent;
      const settings = { ...sent, controlRoomPhone, emergencyNumber };
      const changes = changedFields(before, settings, auditedFields);
      const config = changedConfig(before, settings);
      const stored = { name: settings.name, config, editedVersion: version, changes };
      if (!(await updateSettings(scope, stored, auditOrigin(context)))) throw new AppError('editedMeanwhile');
      return viewSettings(scope);
    }),
  ];
}

async function viewSettings(scope: SiteScope): Promise<TenantSettingsReply> {
  const { name, version, config } = await findSettings(scope);
  const settings = { name, ...fromConfig((key) => config.get(key)) };
  return {
    settings: { ...settings, mapCentre: { ...settings.mapCentre } },
    version,
    languages: [...languages],
  };
}
