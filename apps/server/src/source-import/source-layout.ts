// The collections of the source's document database (A3, R3.4), in the order in which they depend on each other.

export const collections = [
  'userInfo',
  'subAdmin',
  'guards',
  'checkPoints',
  'qrCodes',
  'shifts',
  'patrolRoutes',
  'patrolTours',
  'patrolIncidence',
  'appSettings',
  'scannedHistory',
] as const;
export type Collection = (typeof collections)[number];

/** A round's scans: the one collection within a record. */
export const subCollection = 'checkPoints';

export function asCollection(name: string | undefined): Collection | null {
  return collections.find((known) => known === name) ?? null;
}

export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface Document extends Place {
  readonly collection: Collection;
  /** Of the scannedHistory record that this is a checkpoint of; empty for every other record. */
  readonly parent: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where a path such as patrollingApp/superAdmin/scannedHistory/R1/checkPoints/C1 leads; null for nowhere known. */
export function readPath(path: string): { collection: Collection; parent: string; id: string } | null {
  const parts = path.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => asCollection(part) !== null);
  const collection = asCollection(parts[at]);
  if (collection === null) return null;
  const [id = '', inner, innerId = ''] = parts.slice(at + 1);
  if (inner === undefined) return { collection, parent: '', id };
  if (collection !== 'scannedHistory' || inner !== subCollection) return null;
  return { collection, parent: id, id: innerId };
}
