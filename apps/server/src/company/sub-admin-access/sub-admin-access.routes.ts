import {
  getSubAdminAccess,
  saveSubAdminAccess,
  type SubAdminAccess,
} from '@watchpost/contract/sub-admin-access';
import {
  accessesOf,
  accessGroups,
  type AccessSwitches,
  readSwitches,
  switchableGroups,
} from '@watchpost/domain/permissions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findSwitches, updateSwitches } from './sub-admin-access.queries.ts';

export function subAdminAccessRoutes(): Route[] {
  return [
    route(getSubAdminAccess, async ({ caller: { scope } }) => viewAccess(scope)),

    route(saveSubAdminAccess, async (context) => {
      const { tenant, caller, body } = context;
      const { scope } = caller;
      const { switches } = await findSwitches(scope);
      const asked = Object.fromEntries(body.groups.map(({ group, actions }) => [group, actions]));
      const next = departuresOf(readSwitches({ ...switches, ...asked }));
      const changes = changedFields(actionsByGroup(switches), actionsByGroup(next), switchableGroups);
      const stored = { switches: next, editedVersion: body.version, changes, tenantName: tenant.name };
      if (!(await updateSwitches(scope, stored, auditOrigin(context)))) throw new AppError('editedMeanwhile');
      return viewAccess(scope);
    }),
  ];
}

function actionsByGroup(switches: AccessSwitches): Record<string, readonly string[]> {
  return Object.fromEntries(
    switchableGroups.map((group) => [group, accessesOf('subAdmin', group, switches)]),
  );
}

/** Without the groups that stand as shipped, which so keep following what ships. */
function departuresOf(switches: AccessSwitches): AccessSwitches {
  const departing = switchableGroups.flatMap((group) => {
    const actions = switches[group];
    const isDefault = actions?.join() === accessesOf('subAdmin', group).join();
    return actions === undefined || isDefault ? [] : [[group, actions] as const];
  });
  return Object.fromEntries(departing);
}

async function viewAccess(scope: SiteScope): Promise<SubAdminAccess> {
  const { switches, version } = await findSwitches(scope);
  const groups = switchableGroups.map((group) => ({
    group,
    available: [...accessGroups[group]],
    actions: [...accessesOf('subAdmin', group, switches)],
    defaults: [...accessesOf('subAdmin', group)],
  }));
  return { version, groups };
}
