// The tables that a history is copied into, and how a window of it becomes their lines.
import {
  dutyColumns,
  eventColumns,
  type HistoryWindow,
  roundColumns,
  scanColumns,
} from '../../apps/server/src/demo/history-rows.ts';
import { roundStatus } from '@watchpost/domain/round-status';
import { copiedColumns, copyLines } from './copy-lines.ts';

export const historyTables = ['duty_sessions', 'rounds', 'scans', 'field_events'] as const;
export type HistoryTable = (typeof historyTables)[number];

/** The columns that are copied into each. */
export const columnsOf: Readonly<Record<HistoryTable, readonly string[]>> = {
  duty_sessions: copiedColumns(dutyColumns),
  rounds: copiedColumns(roundColumns),
  scans: copiedColumns(scanColumns),
  field_events: copiedColumns(eventColumns),
};

export interface TableLines {
  readonly table: HistoryTable;
  readonly rows: number;
  readonly text: string;
}

export function linesOf(
  tenantId: string,
  { duties, rounds, scans, events }: HistoryWindow,
): readonly TableLines[] {
  return [
    {
      table: 'duty_sessions',
      rows: duties.length,
      text: copyLines(tenantId, dutyColumns, duties),
    },
    { table: 'rounds', rows: rounds.length, text: copyLines(tenantId, roundColumns, rounds) },
    { table: 'scans', rows: scans.length, text: copyLines(tenantId, scanColumns, scans) },
    { table: 'field_events', rows: events.length, text: copyLines(tenantId, eventColumns, events) },
  ];
}

/** Without what phones sent, but for scans of rounds that missed a checkpoint: which they missed is known by them. */
export function withoutScans(window: HistoryWindow): HistoryWindow {
  const incompleted = new Set(
    window.rounds.filter(({ statusCode }) => statusCode === roundStatus.incompleted).map(({ id }) => id),
  );
  return {
    ...window,
    scans: window.scans.filter(({ event }) => incompleted.has(event.roundId)),
    events: [],
  };
}
