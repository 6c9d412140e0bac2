// How guards are listed and exported.
import { guardFields, type GuardRow, type guardSortColumns } from '@watchpost/contract/guards';
import type { SecretState } from '@watchpost/domain/guards';
import { endFieldSessions } from '../../platform/access/field-sessions.queries.ts';
import { refuseGuardsOfDeletedSites } from '../sites/deleted-sites.queries.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import { fileColumns, shownColumns } from '../../platform/managed-records/record-fields.ts';
import { epochMsOf, headColumns } from '../../platform/managed-records/record-columns.ts';
import { isSecretRetired } from '../../platform/access/retired-secrets.ts';
import { worksElsewhere } from '../../platform/access/shared-guards.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';

/** A guard of several sites tells of those alone that the caller may see. */
const sitesSeen = (
  ownSite: string,
) => `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name)
    ORDER BY s.sort_name, s.id), '[]') FROM guard_sites g JOIN sites s ON s.tenant_id = g.tenant_id AND s.id = g.site_id
    WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id AND s.deleted_at IS NULL
    AND (${ownSite} IS NULL OR s.id = ${ownSite}))`;

const atSite = (site: string) => `EXISTS (SELECT FROM guard_sites g WHERE g.tenant_id = r.tenant_id
  AND g.guard_id = r.id AND g.site_id = ${site})`;

export const guardTable: RecordTable = {
  table: 'guards',
  label: `trim(r.first_name || ' ' || r.last_name)`,
  columns: (ownSite) =>
    `${headColumns}, ${shownColumns(guardFields, {
      sites: sitesSeen(ownSite),
      hasSecret: 'r.secret_hash IS NOT NULL',
      isSecretRetired: isSecretRetired('r'),
      erasedAt: epochMsOf('r.erased_at'),
      isShared: worksElsewhere('r', ownSite),
    })}`,
  atSite,
  sortable: {
    name: 'r.sort_name',
    employeeId: 'lower(r.employee_id) COLLATE name_order',
    email: 'lower(r.email) COLLATE name_order',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof guardSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  changeable: 'r.erased_at IS NULL',
  whenSwitchedOff: endFieldSessions,
  whenRestored: refuseGuardsOfDeletedSites,
};

interface Narrowed {
  readonly site?: string | undefined;
  readonly secret?: SecretState | undefined;
}

const ofSecret: Readonly<Record<SecretState, string>> = {
  none: 'r.secret_hash IS NULL',
  issued: `r.secret_hash IS NOT NULL AND NOT ${isSecretRetired('r')}`,
  retired: isSecretRetired('r'),
};

/** Guards at one site; to a sub admin no one is at another one, not even the own guards. */
export function guardConditions(scope: SiteScope, { site, secret }: Narrowed): Condition[] {
  if (site !== undefined && scope.siteId !== null && scope.siteId !== site) return [() => 'false'];
  const conditions: Condition[] = [];
  if (site !== undefined) conditions.push((values) => atSite(values.add(site, 'uuid')));
  if (secret !== undefined) conditions.push(() => ofSecret[secret]);
  return conditions;
}

const secretWords = ({ hasSecret, isSecretRetired: isRetired }: GuardRow): string =>
  isRetired ? 'To be issued again' : hasSecret ? 'Issued' : 'None';

const phoneOf = ({ countryCode, phoneNumber }: GuardRow): string =>
  phoneNumber === '' ? '' : `${countryCode} ${phoneNumber}`;

export const guardExport: RecordExport<GuardRow> = {
  table: guardTable,
  id: 'guards',
  title: 'Security Guards',
  columns: fileColumns(guardFields, 'Guard ID', {
    phoneNumber: phoneOf,
    sites: ({ sites }) => sites.map(({ name }) => name).join('; '),
    hasSecret: secretWords,
  }),
};
