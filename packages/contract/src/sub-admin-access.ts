import { accessGroups, isAccessGroup, switchableGroups } from '@watchpost/domain/permissions';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { version } from './values.ts';

const isOfGroup = ({ group, actions }: { group: string; actions: readonly string[] }) =>
  isAccessGroup(group) && actions.every((action) => accessGroups[group].some((known) => known === action));

const grant = z
  .strictObject({
    /** An access group that sub admins may be given. */
    group: z.enum(switchableGroups, { error: 'access_group_unknown' }),
    actions: z.array(z.string()).check(z.maxLength(20)),
  })
  .check(
    z.refine(isOfGroup, { error: 'access_action_unknown' }),
    z.refine(({ actions }) => actions.length === 0 || actions.includes('view'), {
      error: 'access_needs_view',
    }),
  );

const reply = z.object({
  version: z.number(),
  groups: z.array(
    z.object({
      group: z.string(),
      /** Every action there is, in order. */
      available: z.array(z.string()),
      /** Those that sub admins have now. */
      actions: z.array(z.string()),
      /** Those that they have where nothing was switched. */
      defaults: z.array(z.string()),
    }),
  ),
});
export type SubAdminAccess = z.output<typeof reply>;

export const getSubAdminAccess = defineEndpoint({
  name: 'getSubAdminAccess',
  method: 'GET',
  path: '/secure/app-settings/access',
  access: 'APP_SETTINGS:view',
  summary: "Which modules and actions the tenant's sub admins have.",
  reply,
});

export const saveSubAdminAccess = defineEndpoint({
  name: 'saveSubAdminAccess',
  method: 'PUT',
  path: '/secure/app-settings/access',
  access: 'APP_SETTINGS:edit',
  summary:
    'Switches modules and actions of sub admins from their next request on; groups left out stay as they are.',
  body: z.strictObject({
    version,
    groups: z.array(grant).check(
      z.maxLength(switchableGroups.length),
      z.refine((grants) => new Set(grants.map(({ group }) => group)).size === grants.length, {
        error: 'access_group_twice',
      }),
    ),
  }),
  reply,
});
