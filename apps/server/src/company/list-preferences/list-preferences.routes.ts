import { getListPreferences, saveListPreferences } from '@watchpost/contract/list-preferences';
import { type Route, route } from '../../platform/http/route.ts';
import { findPreferences, upsertPreferences } from './list-preferences.queries.ts';

export function listPreferencesRoutes(): Route[] {
  return [
    route(getListPreferences, ({ caller: { scope, userId }, params }) =>
      findPreferences(scope, userId, params.area),
    ),

    route(saveListPreferences, async ({ caller: { scope, userId }, params, body }) => {
      await upsertPreferences(scope, userId, params.area, body);
      return body;
    }),
  ];
}
