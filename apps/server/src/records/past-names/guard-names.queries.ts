// Who is meant by a text, of now or of before.
import { type RawBuilder, sql } from 'kysely';

/** That guard `g` is called so, or was, or is in an imported round; the text is folded as searches fold. */
export function isOrWasCalled(tenantId: string, text: string): RawBuilder<boolean> {
  const isIn = (folded: RawBuilder<unknown>) =>
    sql`strpos((${folded}) COLLATE "C", nullif(fold_text(${text}), '')) > 0`;
  const former = sql.raw(
    `fold_text(concat_ws(' ', f ->> 'employee_id', f ->> 'first_name', f ->> 'last_name'))`,
  );
  const recorded = sql.raw(`fold_text(concat_ws(' ', r.employee_id, r.first_name, r.last_name))`);
  return sql<boolean>`(${isIn(sql.raw(`fold_text(g.employee_id) || ' ' || g.sort_name`))}
    OR EXISTS (SELECT FROM jsonb_array_elements(g.former) f WHERE ${isIn(former)})
    OR g.id IN (SELECT r.guard_id FROM recorded_names r WHERE r.tenant_id = ${tenantId} AND ${isIn(recorded)}))`;
}
