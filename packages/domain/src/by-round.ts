/** Rows grouped by their round. */
export function byRound<Row extends { readonly roundId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.roundId);
    if (group === undefined) groups.set(row.roundId, [row]);
    else group.push(row);
  }
  return groups;
}
