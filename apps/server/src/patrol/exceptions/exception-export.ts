import type { ExceptionRow } from '@watchpost/contract/exceptions';
import type { ExceptionOutcome, ExceptionReason, ExceptionStatus } from '@watchpost/domain/exceptions';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import { exceptionTable, kindNames } from './exception-table.ts';

const severities = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } as const;
const statuses: Readonly<Record<ExceptionStatus, string>> = {
  open: 'Open',
  inHand: 'In hand',
  closed: 'Closed',
};
const outcomes: Readonly<Record<ExceptionOutcome, string>> = {
  justified: 'Justified',
  guardSpokenTo: 'Guard spoken to',
  checkpointFaulty: 'Checkpoint faulty',
  deviceFaulty: 'Device faulty',
  scheduleWrong: 'Schedule wrong',
  falseAlarm: 'False alarm',
  other: 'Other',
};
const reasons: Readonly<Record<ExceptionReason, string>> = {
  missed: 'Not started in its time',
  late: 'Started late',
  incomplete: 'Ended before all checkpoints were scanned',
  outsideRadius: 'Scanned outside the radius',
  poorAccuracy: 'Vague position',
  noPosition: 'No position',
  clockSkew: 'Clock of the device off',
  typedCode: 'Code typed',
  unplanned: 'Checkpoint not planned',
  outOfOrder: 'Out of order',
  tooFast: 'Faster than anybody goes',
  teleport: 'Impossible distance',
  burst: 'Scanned within seconds',
  sharedDevice: 'Shared device',
  noCode: 'No code',
  forgedCode: 'Forged code',
  wrongCode: 'Code of another checkpoint',
  retiredCode: 'Retired code',
  staleCode: 'Changing code out of date',
  printedCode: 'Printed code beside a screen',
  unsignedCode: 'Unsigned code',
  unknownTag: 'Unknown NFC tag',
  unsigned: 'Not signed by the device',
  badSignature: 'Wrong signature',
  lostPhone: 'From a lost phone',
  formerSite: 'Guard moved from this site',
  methodNotAllowed: 'Way of scanning not allowed',
  weakPosition: 'Position not confirmed',
  sharedCode: 'Screen code used twice',
  fromFuture: 'Dated after it arrived',
  sentLate: 'Sent late',
};

const minuteMs = 60_000;
const minutesFrom = (from: number, to: number | null): number | null =>
  to === null ? null : Math.round((to - from) / minuteMs);

export const exceptionExport: RecordExport<ExceptionRow> = {
  table: exceptionTable,
  id: 'exceptions',
  title: 'Exceptions',
  siteZone: (row) => row.timeZone,
  columns: [
    { header: 'Happened', kind: 'date', width: 18, value: (row) => row.happenedAtMs },
    { header: 'Kind', kind: 'text', width: 12, value: (row) => kindNames[row.kind] },
    { header: 'Severity', kind: 'text', width: 10, value: (row) => severities[row.severity] },
    { header: 'Status', kind: 'text', width: 10, value: (row) => statuses[row.status] },
    { header: 'Site', kind: 'text', width: 24, value: (row) => row.siteName },
    { header: 'Route', kind: 'text', width: 24, value: (row) => row.routeName },
    { header: 'Tour', kind: 'text', width: 20, value: (row) => row.tourName },
    {
      header: 'Guards',
      kind: 'text',
      width: 24,
      value: (row) => row.guards.map(({ name }) => name).join(', '),
    },
    {
      header: 'Reasons',
      kind: 'text',
      width: 36,
      value: (row) => row.reasons.map((each) => reasons[each]).join(', '),
    },
    { header: 'Opened', kind: 'date', width: 18, value: (row) => row.openedAtMs },
    { header: 'Owner', kind: 'text', width: 20, value: (row) => row.owner?.name ?? '' },
    {
      header: 'Minutes To Take',
      kind: 'number',
      width: 10,
      value: (row) => minutesFrom(row.openedAtMs, row.takenAtMs),
    },
    {
      header: 'Minutes To Close',
      kind: 'number',
      width: 10,
      value: (row) => minutesFrom(row.openedAtMs, row.closedAtMs),
    },
    { header: 'Closed', kind: 'date', width: 18, value: (row) => row.closedAtMs },
    {
      header: 'Outcome',
      kind: 'text',
      width: 18,
      value: (row) => (row.outcome === null ? '' : outcomes[row.outcome]),
    },
    { header: 'Closing Reason', kind: 'text', width: 40, value: (row) => row.closingReason },
    { header: 'Made Good', kind: 'date', width: 18, value: (row) => row.madeGoodAtMs },
    { header: 'Sent Late, Arrived', kind: 'date', width: 18, value: (row) => row.lateArrivalAtMs },
    { header: 'Exception ID', kind: 'text', width: 50, value: (row) => row.id },
  ],
};
