/** Days, today included, that a site's page counts rounds of. */
export const siteComplianceDays = 30;
/** Rounds of each status that a site's page shows; the report has all of them. */
export const siteRoundsShown = 10;
/** Guards, shifts, routes, tours and incidents that a site's page names; their lists have all of them. */
export const siteRowsShown = 20;
/** Checkpoints on a site's map. */
export const siteCheckpointsShown = 1_000;
