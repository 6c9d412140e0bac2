import type { SiteScope } from '../access/caller.ts';
import { AppError } from '../http/app-error.ts';
import { findRecordsById, type RecordTable } from './record-list.queries.ts';

/** Throws notFound for what is not there, or not the caller's. */
export async function viewRecord<Row>(scope: SiteScope, table: RecordTable, id: string): Promise<Row> {
  const [record] = await findRecordsById<Row>(scope, table, [id]);
  if (record === undefined) throw new AppError('notFound');
  return record;
}
