// What rows of an import take from records, as the check found it.
import { CompiledQuery } from 'kysely';
import type { RecordImport } from '@watchpost/contract/record-imports';
import { importLossesShown } from '@watchpost/domain/record-import';
import type { Db } from '../../platform/db/database.ts';
import type { FoundImport, RowLoss } from './import-kind.ts';

type Losses = RecordImport['losses'];

/** Rows that would change something, or did. */
const rowsOfImport = `record_import_rows r
  WHERE r.tenant_id = $1::uuid AND r.import_id = $2::uuid AND r.outcome = 'changed' AND r.losses <> '[]'`;

async function countLosses(db: Db, { tenantId, id }: FoundImport): Promise<Losses['counts']> {
  const text = `SELECT loss ->> 'field' AS field, count(*) FILTER (WHERE loss ->> 'after' = '')::int AS emptied,
      count(*) FILTER (WHERE loss ->> 'after' <> '')::int AS replaced
    FROM (SELECT jsonb_array_elements(r.losses) AS loss FROM ${rowsOfImport}) AS taken GROUP BY 1 ORDER BY 1`;
  const { rows } = await db.executeQuery<Losses['counts'][number]>(CompiledQuery.raw(text, [tenantId, id]));
  return rows;
}

interface LossRow {
  readonly rowNo: number;
  readonly record: string;
  readonly cells: readonly string[];
  readonly losses: readonly RowLoss[];
}

/** Rows after `afterRow` that take something, in their order. */
export async function findLossRows(
  db: Db,
  { tenantId, id }: FoundImport,
  { afterRow = 0, limit }: { readonly afterRow?: number; readonly limit: number },
): Promise<LossRow[]> {
  const text = `SELECT r.row_no AS "rowNo", coalesce(r.record, '') AS record, r.cells, r.losses
    FROM ${rowsOfImport} AND r.row_no > $3::int ORDER BY r.row_no LIMIT $4::int`;
  const { rows } = await db.executeQuery<LossRow>(CompiledQuery.raw(text, [tenantId, id, afterRow, limit]));
  return rows;
}

/** Nothing while the import runs, when the page asks several times a second. */
export async function findLossesShown(db: Db, found: FoundImport): Promise<Losses> {
  if (['uploaded', 'queued', 'running'].includes(found.state)) return { counts: [], rows: [] };
  const counts = await countLosses(db, found);
  const rows = await findLossRows(db, found, { limit: importLossesShown });
  return {
    counts,
    rows: rows
      .flatMap(({ rowNo, record, losses }) => losses.map((loss) => ({ row: rowNo, record, ...loss })))
      .slice(0, importLossesShown),
  };
}
