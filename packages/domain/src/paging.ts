/** Number of the last page; a total of 0 still has page 1 (REP-04). */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Paging controls appear only when the total exceeds one page (REP-04). */
export function hasPaging(total: number, pageSize: number): boolean {
  return total > pageSize;
}
