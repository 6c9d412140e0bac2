// Names as they were at the time of a round or a duty, whatever guard and site are called since (REP-12): those of the
// records, unless they were changed after that time; of an imported round those that it bears. See migration 0094.

/** SQL of names, and the joins that it reads: with guard `g`, site `s` and what the record of an imported round says. */
export interface PastNames {
  readonly joins: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name. */
  readonly guardName: string;
  readonly siteName: string;
}

/** SQL of a text column of record `alias` as it was at `at` (SQL, epoch milliseconds). */
const columnAt = (alias: string, column: string, at: string) =>
  `coalesce(${alias}.former -> width_bucket((${at})::bigint, ${alias}.former_until_ms) ->> '${column}', ${alias}.${column})`;

/** SQL of the name of site or checkpoint `alias` at `at` (SQL, epoch milliseconds). */
export const nameAt = (alias: string, at: string): string => columnAt(alias, 'name', at);

/** The same of guard `alias`: first and last name. */
export const guardNameAt = (alias: string, at: string): string =>
  `trim(${columnAt(alias, 'first_name', at)} || ' ' || ${columnAt(alias, 'last_name', at)})`;

/** Of rounds `row` (an alias), with their ids of guard, site and recorded names, and their start. */
export function namesOfRounds(row: string, tenant: string): PastNames {
  const at = `${row}.started_at_ms`;
  const guard = (column: string) => `coalesce(recorded.${column}, ${columnAt('g', column, at)})`;
  const [firstName, lastName] = [guard('first_name'), guard('last_name')];
  return {
    joins: `JOIN guards g ON g.tenant_id = ${tenant} AND g.id = ${row}.guard_id
    JOIN sites s ON s.tenant_id = ${tenant} AND s.id = ${row}.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = ${tenant} AND recorded.id = ${row}.recorded_names_id`,
    employeeId: guard('employee_id'),
    firstName,
    lastName,
    guardName: `trim(${firstName} || ' ' || ${lastName})`,
    siteName: `coalesce(recorded.site_name, ${columnAt('s', 'name', at)})`,
  };
}

/** Of duties `row` (an alias); one of which only the end is known has no site. */
export function namesOfDuties(row: string, tenant: string): PastNames {
  const at = `${row}.at_ms`;
  return {
    joins: `JOIN guards g ON g.tenant_id = ${tenant} AND g.id = ${row}.guard_id
    LEFT JOIN sites s ON s.tenant_id = ${tenant} AND s.id = ${row}.site_id`,
    employeeId: columnAt('g', 'employee_id', at),
    firstName: columnAt('g', 'first_name', at),
    lastName: columnAt('g', 'last_name', at),
    guardName: guardNameAt('g', at),
    siteName: nameAt('s', at),
  };
}
