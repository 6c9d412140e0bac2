/** SQL of what a due round `d` is at a moment, though no one has written it down yet; dueStatusAt in the domain. */
export const dueStatusAt = (
  now: string,
) => `CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= ${now} THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= ${now} THEN 'late' ELSE d.status END`;
