// How much of a round was planned and scanned, as it is told. Until the start of a round arrives, which names its plan,
// nothing of it is planned: it is stored as 0 of 0, however much was scanned.

/** SQL of the number of planned checkpoints; null while there is no plan. */
export const plannedCount = (round: string): string => `nullif(${round}.total_check_points, 0)`;

/** SQL of the number of checkpoints that were scanned: of the planned ones, or without a plan of all. */
export const scannedCount = (round: string, tenant: string): string =>
  `CASE WHEN ${round}.total_check_points > 0 THEN ${round}.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = ${tenant} AND c.round_id = ${round}.id) END`;
