// Formulas in place of the words of a tenant, straight in the database: no way in may keep one from a file.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';

/** Ends each value that was put in place of another. */
export const valueMark = 'wpmark';

/** A formula that gives the word. */
export const plantedText = (beginning: string, value: string): string =>
  `${beginning}SUM(1,2)&"${value} ${valueMark}"`;

/** What a spreadsheet may take for the beginning of a formula. */
export const beginnings: readonly string[] = ['=', '+', '-', '@', '\t=', '\r='];

/** Columns of words: those that hold codes, keys and states would be no such record of the product. */
const texts =
  /name|label|address|agent|description|comment|^text$|reason|excuse|instructions|phone|employee_id|nfc_tag_id|app_version|country_code|email/;
const derived = /^(sort_name|search_text|subject_type|paused_reason)$/;

/** Every text that is one of words, in all tables of the tenant; answers how many columns hold a formula now. */
export async function plantFormulas(owner: Db, tenantId: string, beginning: string): Promise<number> {
  const columns = await textColumns(owner);
  let planted = 0;
  for (const { table, column } of columns) {
    // Formulas of the time before are taken out of the way.
    const text = `UPDATE "${table}" SET "${column}" = $2::text || 'SUM(1,2)&"' ||
        regexp_replace("${column}", '^.*SUM\\(1,2\\)&"(.*) ${valueMark}"$', '\\1') || ' ${valueMark}"'
      WHERE tenant_id = $1 AND "${column}" <> ''`;
    // Past what keeps evidence as it is. A column that is an enumeration after all stays as it is.
    const done = await owner
      .transaction()
      .execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw('SET LOCAL session_replication_role = replica'));
        const { numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(text, [tenantId, beginning]));
        return numAffectedRows ?? 0n;
      })
      .catch(() => 0n);
    if (done > 0n) planted += 1;
  }
  return planted;
}

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

async function textColumns(owner: Db): Promise<TextColumn[]> {
  const { rows } = await owner.executeQuery<TextColumn>(
    CompiledQuery.raw(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns AS c
        WHERE table_schema = 'public' AND data_type IN ('text', 'character varying') AND table_name <> 'tenants'
          AND EXISTS (SELECT FROM pg_class WHERE oid = format('public.%I', table_name)::regclass
            AND relkind IN ('r', 'p') AND NOT relispartition)
          AND EXISTS (SELECT FROM information_schema.columns AS t
            WHERE t.table_schema = 'public' AND t.table_name = c.table_name AND t.column_name = 'tenant_id')
        ORDER BY 1, 2`,
    ),
  );
  return rows.filter(({ column }) => texts.test(column) && !derived.test(column));
}
