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
import type { SiteScope } from '../../access/caller.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { findSwitches, updateSwitches } from './sub-admin-access.queries.ts';

export function subAdminAccessRoutes(): Route[] {
  return [
    route(getSubAdminAccess, async ({ caller: { scope } }) => viewAccess(scope)),

    route(saveSubAdminAccess, async ({ caller: { scope }, body: { version, groups } }) => {
      const { switches } = await findSwitches(scope);
      const asked = Object.fromEntries(groups.map(({ group, actions }) => [group, actions]));
      const next = departuresOf(readSwitches({ ...switches, ...asked }));
      if (!(await updateSwitches(scope, next, version))) throw new AppError('editedMeanwhile');
      return viewAccess(scope);
    }),
  ];
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
