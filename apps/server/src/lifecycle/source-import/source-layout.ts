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

/** What tools write between a record and the collections within it: node-firestore-import-export, firestore-export-import. */
export const layers = ['__collections__', 'subCollection'] as const;

export function asCollection(name: string | undefined): Collection | null {
  return collections.find((known) => known === name) ?? null;
}

export interface SourceLocation {
  readonly file: string;
  /** Counted from 1; the record's number in a file without lines. */
  readonly line: number;
}

export interface Document extends SourceLocation {
  readonly collection: Collection;
  /** Of the scannedHistory record that this is a checkpoint of; empty for every other record. */
  readonly parent: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const isLayer = (part: string): boolean => layers.some((layer) => layer === part);

/** From the first collection on: collection, id, collection, id ...; empty where there is none. */
function partsWithin(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && !isLayer(part));
  const at = parts.findIndex((part) => asCollection(part) !== null);
  return at === -1 ? [] : parts.slice(at);
}

/** Where a path such as patrollingApp/superAdmin/scannedHistory/R1/checkPoints/C1 leads; null for nowhere known. */
export function readPath(path: string): { collection: Collection; parent: string; id: string } | null {
  const [first, id = '', inner, innerId = '', ...more] = partsWithin(path);
  const collection = asCollection(first);
  if (collection === null || more.length > 0) return null;
  if (inner === undefined) return { collection, parent: '', id };
  if (collection !== 'scannedHistory' || inner !== subCollection) return null;
  return { collection, parent: id, id: innerId };
}

/** What a path leads to: something above a collection, a collection, or a record in one. */
export function levelOf(path: string): 'above' | 'collection' | 'record' {
  const [first, id, inner, ...more] = partsWithin(path);
  if (first === undefined) return 'above';
  const isScans = first === 'scannedHistory' && inner === subCollection && more.length === 0;
  return id === undefined || isScans ? 'collection' : 'record';
}

export const unknownCollection = 'of no collection that the source has; name the file after its collection';
