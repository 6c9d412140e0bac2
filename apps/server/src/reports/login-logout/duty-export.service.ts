// The login/logout report as a file: every session of the filter, read a little at a time (EXP-02).
import type { DutyState } from '@watchpost/domain/duty-sessions';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileClock } from '../../platform/exports/report-zone.queries.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import { toRow } from './duty-row.ts';
import { type DutyFilter, type DutyCursor, findDuties, type FoundDuty } from './login-logout.queries.ts';

/** The columns of the list in its order (LOGIO-01), then what a sheet is good for beside them. */
export const loginLogoutColumns: readonly Column[] = [
  { header: 'Scanned By', kind: 'text', width: 24 },
  { header: 'Scanned By ID', kind: 'text', width: 14 },
  { header: 'Scanned Checkpoints', kind: 'number', width: 18 },
  { header: 'Scanned Start Time', kind: 'date', width: 20 },
  { header: 'Status', kind: 'text', width: 18 },
  { header: 'Site Name', kind: 'text', width: 28 },
  { header: 'Site Admin ID', kind: 'text', width: 38 },
  { header: 'Login Time', kind: 'date', width: 20 },
  { header: 'Logout Time', kind: 'date', width: 20 },
  { header: 'Total Checkpoints', kind: 'number', width: 16 },
  { header: 'Rounds', kind: 'number', width: 10 },
  { header: 'Session ID', kind: 'text', width: 38 },
];

const stateTexts: Readonly<Record<DutyState, string>> = {
  onDuty: 'On duty',
  loggedOut: 'Logged out',
  closedBySystem: 'Closed by system',
};

/** Sessions read at once: few enough that other requests are served in between. */
const sessionsAtOnce = 200;

export async function* loginLogoutRows(scope: SiteScope, filter: DutyFilter, clock: FileClock): RowChunks {
  for (let after: DutyCursor | null = null; ; ) {
    const duties: readonly FoundDuty[] = await findDuties(scope, filter, { limit: sessionsAtOnce, after });
    yield duties.map((duty) => cellsOf(duty, clock));
    const last = duties.at(-1);
    if (last === undefined || duties.length < sessionsAtOnce) return;
    after = { atMs: last.startedAtMs ?? last.endedAtMs ?? 0, id: last.id };
  }
}

function cellsOf(duty: FoundDuty, clock: FileClock): Cell[] {
  const row = toRow(duty);
  const at = (atMs: number | null) => clock.at(atMs, duty.siteTimeZone);
  return [
    `${row.scannedBy} ${row.scannedByLastName}`.trim(),
    row.employeeId,
    row.scannedCheckPoints,
    at(row.scannedStartTime),
    stateTexts[row.status],
    row.siteName,
    row.subAdminId,
    at(row.loginTime),
    at(row.logoutTime),
    row.totalCheckPoints,
    row.rounds,
    row.id,
  ];
}
