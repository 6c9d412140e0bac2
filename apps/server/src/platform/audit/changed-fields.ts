/** What changed, field by field; null on both sides when nothing did. */
export interface ChangedFields {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * The fields of a closed list whose values differ. The list decides what may ever stand in the audit log: a secret
 * that is not on it cannot get there, whatever else the records hold.
 */
export function changedFields<Row extends object, Field extends keyof Row & string>(
  before: Row,
  after: Row,
  fields: readonly Field[],
): ChangedFields {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return { before: null, after: null };
  const pick = (row: Row) => Object.fromEntries(changed.map((field) => [field, row[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}
