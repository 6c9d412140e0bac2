// The order that a thread gets, and what it hands back.
import type { CodeBook } from '../../apps/server/src/records/checkpoint-codes/judge-code.ts';
import type { TenantShape } from '../dataset-shape.ts';
import type { HistoryTable } from './history-tables.ts';

export interface HistoryOrder {
  readonly seed: number;
  readonly tenant: TenantShape;
  readonly book: CodeBook;
  /** By checkpoint. */
  readonly tags: ReadonlyMap<string, string | null>;
  readonly hasScans: boolean;
}

/** Answered with any message once it is written. */
export interface HistoryPart {
  readonly table: HistoryTable;
  readonly rows: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
