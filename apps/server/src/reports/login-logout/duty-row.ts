// A stored duty session as the report shows it.
import type { DutySessionRow } from '@watchpost/contract/login-logout';
import { dutyStateOf } from '@watchpost/domain/duty-sessions';
import type { FoundDuty } from './login-logout.queries.ts';

/** Nothing is said of rounds while the login is not known: which of the guard's belong to the session depends on it. */
export function toRow(duty: FoundDuty): DutySessionRow {
  const isKnown = duty.startedAtMs !== null;
  return {
    id: duty.id,
    scannedBy: duty.firstName,
    scannedByLastName: duty.lastName,
    scannedById: duty.guardId,
    employeeId: duty.employeeId,
    rounds: isKnown ? duty.rounds : null,
    scannedCheckPoints: isKnown ? duty.scannedCheckPoints : null,
    totalCheckPoints: isKnown ? duty.totalCheckPoints : null,
    scannedStartTime: duty.firstRoundAtMs,
    status: dutyStateOf(duty),
    siteName: duty.siteName,
    subAdminId: duty.siteId,
    siteTimeZone: duty.siteTimeZone,
    loginTime: duty.startedAtMs,
    logoutTime: duty.endedAtMs,
  };
}
