import {
  getTenantSettings,
  saveTenantSettings,
  type TenantSettingsReply,
} from '@watchpost/contract/tenant-settings';
import { defaultLanguage } from '@watchpost/domain/limits';
import { fromConfig, toConfig } from '@watchpost/domain/tenant-settings';
import type { SiteScope } from '../../access/caller.ts';
import { AppError, InvalidInput } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { findSettings, updateSettings } from './tenant-settings.queries.ts';

/** Languages that the console speaks. */
const languages: readonly string[] = [defaultLanguage];

export function tenantSettingsRoutes(): Route[] {
  return [
    route(getTenantSettings, async ({ caller: { scope } }) => viewSettings(scope)),

    route(saveTenantSettings, async ({ caller: { scope }, body: { settings, version } }) => {
      if (!languages.includes(settings.language)) {
        throw new InvalidInput({ 'settings.language': 'setting_language' });
      }
      const stored = { name: settings.name, config: toConfig(settings), editedVersion: version };
      if (!(await updateSettings(scope, stored))) throw new AppError('editedMeanwhile');
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
