// What a guard was called, as a table of the guard's data.
import { type DataList, date, own, paged, text } from './data-list.ts';

const formerNames = `(SELECT tenant_id, id AS guard_id, u.until_ms, NULL::uuid AS id,
    former -> (u.place - 1)::int ->> 'employee_id' AS employee_id, former -> (u.place - 1)::int ->> 'first_name' AS first_name,
    former -> (u.place - 1)::int ->> 'last_name' AS last_name
    FROM guards, unnest(former_until_ms) WITH ORDINALITY AS u (until_ms, place) WHERE tenant_id = $1::uuid AND id = $2::uuid
  UNION ALL SELECT tenant_id, guard_id, NULL::bigint, id, employee_id, first_name, last_name
    FROM recorded_names WHERE tenant_id = $1::uuid AND guard_id = $2::uuid)`;

export const formerNamesList: DataList = {
  name: 'Former names',
  about: 'What you were called before, and what records of another system call you',
  columns: [text('Employee ID'), text('First name'), text('Last name'), date('Until')],
  text: paged(
    {
      from: `${formerNames} r`,
      atMs: 'coalesce(r.until_ms, 0)',
      id: 'md5(concat(r.id, r.until_ms))::uuid',
      cells: ['r.employee_id', 'r.first_name', 'r.last_name', 'r.until_ms'],
    },
    own,
  ),
};
