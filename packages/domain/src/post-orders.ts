// Post orders: what a guard must know at a site, each version acknowledged before the first round (FIELD-01).

export const postOrdersMaxLength = 8_000;
/** Versions that a site's page shows, newest first. */
export const postOrdersShown = 50;
/** Versions that are not in force yet and that a phone is given ahead. */
export const postOrdersAheadMax = 5;

export interface OrdersVersion {
  /** From 1. */
  readonly no: number;
  /** Epoch milliseconds: the first instant of a day of the site. */
  readonly effectiveFromMs: number;
}

/** The newest of those that have started: what is published later stands over what was published before. */
export function ordersInForce<Version extends OrdersVersion>(
  versions: readonly Version[],
  atMs: number,
): Version | null {
  return versions.reduce<Version | null>(
    (found, version) => (version.effectiveFromMs <= atMs && version.no > (found?.no ?? 0) ? version : found),
    null,
  );
}
