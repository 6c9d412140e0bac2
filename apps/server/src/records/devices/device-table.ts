// How the phones of guards are listed.
import type { DeviceRow, deviceSortColumns, listDevices } from '@watchpost/contract/devices';
import type { QueryOf } from '@watchpost/contract/endpoint';
import { deviceName } from '@watchpost/domain/browser-name';
import { deviceStatuses, phoneName } from '@watchpost/domain/devices';
import type { SiteScope } from '../../platform/access/caller.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';

/**
 * Guards g who signed in with the phone r, as far as somebody of that site, or of all for null, may see them. A claim to a
 * phone makes it none of the guard's sites.
 */
const usersSeen = (site: string) => `FROM device_guards u
  JOIN guards g ON g.tenant_id = u.tenant_id AND g.id = u.guard_id
  WHERE u.tenant_id = r.tenant_id AND u.device_id = r.id AND (${site} IS NULL OR (NOT u.is_claim AND EXISTS (
    SELECT FROM guard_sites o WHERE o.tenant_id = u.tenant_id AND o.guard_id = u.guard_id AND o.site_id = ${site})))`;

const guardsSeen = (site: string) => `(SELECT coalesce(json_agg(json_build_object('id', g.id,
    'name', trim(g.first_name || ' ' || g.last_name), 'employeeId', g.employee_id, 'lastSeenMs', u.last_seen_ms,
    'isClaim', u.is_claim) ORDER BY u.last_seen_ms DESC, g.id), '[]') ${usersSeen(site)})`;

const sitesSeen = (site: string) => `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name)
    ORDER BY s.sort_name, s.id), '[]') FROM sites s WHERE s.tenant_id = r.tenant_id AND s.deleted_at IS NULL
    AND (${site} IS NULL OR s.id = ${site}) AND EXISTS (SELECT FROM device_guards u
      JOIN guard_sites o ON o.tenant_id = u.tenant_id AND o.guard_id = u.guard_id
      WHERE u.tenant_id = r.tenant_id AND u.device_id = r.id AND o.site_id = s.id AND NOT u.is_claim))`;

/** A wiped phone has lost the keys that it had enrolled before; one that was merely claimed is not the phone's. */
const hasKey = `EXISTS (SELECT FROM device_keys k WHERE k.tenant_id = r.tenant_id AND k.device_id = r.id
  AND k.is_vouched IS NOT FALSE AND k.enrolled_at_ms > coalesce(r.wiped_at_ms, 0))`;

export const deviceTable: RecordTable = {
  table: 'devices',
  label: 'r.name',
  columns: (ownSite) => `r.id, r.version, r.name, r.agent, r.status, r.status_since_ms AS "statusSinceMs",
    ${guardsSeen(ownSite)} AS guards, ${sitesSeen(ownSite)} AS sites, r.first_seen_ms AS "firstSeenMs",
    r.last_seen_ms AS "lastSeenMs", r.app_version AS "appVersion", r.waiting, r.waiting_told_ms AS "waitingToldMs",
    r.report_no IS NOT NULL AS "isReportProved", ${hasKey} AS "hasKey", r.wiped_at_ms AS "wipedAtMs",
    r.lost_records AS "lostRecords", r.is_wipe_proved IS TRUE AS "isWipeProved", r.claimed_wipe_ms AS "claimedWipeMs",
    r.claimed_lost AS "claimedLost"`,
  // A phone is where the guards are who signed in with it.
  atSite: (site) => `EXISTS (SELECT ${usersSeen(site)})`,
  sortable: {
    name: inNameOrder('r.name'),
    status: `array_position('{${deviceStatuses.join(',')}}'::text[], r.status)`,
    firstSeen: 'r.first_seen_ms',
    lastSeen: 'r.last_seen_ms',
    waiting: 'r.waiting',
  } satisfies Record<(typeof deviceSortColumns)[number], string>,
  defaultSort: { column: 'lastSeen', type: 'desc' },
  isDeletable: false,
};

export type DeviceFilter = Pick<QueryOf<typeof listDevices>, 'searchText' | 'status' | 'site' | 'guard'>;

/** To a sub admin no phone is at another site, not even one of the own guards. */
export function deviceConditions(scope: SiteScope, filter: DeviceFilter): Condition[] {
  const { searchText = '', status, site, guard } = filter;
  if (site !== undefined && scope.siteId !== null && scope.siteId !== site) return [() => 'false'];
  const conditions: Condition[] = [];
  if (status !== undefined) conditions.push((values) => `r.status = ${values.add(status, 'text')}`);
  if (site !== undefined) conditions.push((values) => deviceTable.atSite(values.add(site, 'uuid')));
  if (guard !== undefined) {
    conditions.push(
      (values) => `EXISTS (SELECT ${usersSeen(values.add(scope.siteId, 'uuid'))}
        AND g.id = ${values.add(guard, 'uuid')})`,
    );
  }
  if (searchText !== '') {
    conditions.push((values) => {
      const text = values.add(searchText, 'text');
      const site = values.add(scope.siteId, 'uuid');
      return `(position(fold_text(${text}) IN fold_text(r.name || ' ' || r.agent)) > 0
        OR EXISTS (SELECT FROM device_guards u JOIN search_guards(${text}, ${site}) f ON f.id = u.guard_id
          WHERE u.tenant_id = r.tenant_id AND u.device_id = r.id))`;
    });
  }
  return conditions;
}

function statusName({ status, isWipeProved, claimedWipeMs }: DeviceRow): string {
  if (status === 'wiped' && !isWipeProved) return `${statusNames[status]}, unconfirmed`;
  return claimedWipeMs === null
    ? statusNames[status]
    : `${statusNames[status]}, reported as wiped, unconfirmed`;
}

const statusNames: Readonly<Record<DeviceRow['status'], string>> = {
  active: 'In use',
  revoked: 'Revoked',
  wipeAsked: 'Wipe asked',
  wiped: 'Wiped',
};

const guardName = ({ name, employeeId, isClaim }: DeviceRow['guards'][number]): string =>
  `${name} (${employeeId}${isClaim ? ', unconfirmed' : ''})`;

export const deviceExport: RecordExport<DeviceRow> = {
  table: deviceTable,
  id: 'devices',
  title: 'Devices',
  columns: [
    { header: 'Name', kind: 'text', width: 24, value: phoneName },
    { header: 'Browser', kind: 'text', width: 28, value: ({ agent }) => deviceName(agent) },
    {
      header: 'Guards',
      kind: 'text',
      width: 36,
      value: ({ guards }) => guards.map(guardName).join(', '),
    },
    {
      header: 'Sites',
      kind: 'text',
      width: 28,
      value: ({ sites }) => sites.map(({ name }) => name).join(', '),
    },
    { header: 'Status', kind: 'text', width: 14, value: statusName },
    { header: 'First Seen', kind: 'date', width: 20, value: ({ firstSeenMs }) => firstSeenMs },
    { header: 'Last Seen', kind: 'date', width: 20, value: ({ lastSeenMs }) => lastSeenMs },
    { header: 'Waiting', kind: 'number', width: 10, value: ({ waiting }) => waiting },
    {
      header: 'Confirmed',
      kind: 'text',
      width: 12,
      value: ({ waiting, isReportProved }) => (waiting === null ? '' : isReportProved ? 'Yes' : 'No'),
    },
    { header: 'Signs', kind: 'text', width: 8, value: ({ hasKey }) => (hasKey ? 'Yes' : 'No') },
    { header: 'Device ID', kind: 'text', width: 38, value: ({ id }) => id },
  ],
};
