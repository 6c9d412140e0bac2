// How much of a round was planned and scanned, as lists and reports show it. The start of a round names its plan; until the
// start arrives, the round is stored as 0 of 0, however many scans have arrived.

/** SQL of the number of planned checkpoints; null while there is no plan. */
export const plannedCount = (round: string): string => `nullif(${round}.total_check_points, 0)`;

/** SQL of the number of checkpoints that were scanned: of the planned ones, or without a plan of all. */
export const scannedCount = (round: string, tenant: string): string =>
  `CASE WHEN ${round}.total_check_points > 0 THEN ${round}.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = ${tenant} AND c.round_id = ${round}.id) END`;
