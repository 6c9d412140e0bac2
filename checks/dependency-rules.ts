// What the lock file says of the packages from outside: where they come from and under which licence.
export interface LockEntry {
  readonly license?: string;
  readonly resolved?: string;
  /** The range of Node that it says it runs on. */
  readonly node?: string;
  readonly link: boolean;
  readonly dev: boolean;
  readonly optional: boolean;
}

export type Lock = ReadonlyMap<string, LockEntry>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function parseLock(text: string): Lock {
  const lock: unknown = JSON.parse(text);
  if (!isRecord(lock) || !isRecord(lock['packages'])) throw new Error('not a lock file with packages');
  return new Map(Object.entries(lock['packages']).map(([name, value]) => [name, entryOf(value)]));
}

function entryOf(value: unknown): LockEntry {
  const entry = isRecord(value) ? value : {};
  const { license, resolved, engines } = entry;
  const node = isRecord(engines) ? engines['node'] : undefined;
  return {
    ...(typeof license === 'string' ? { license } : {}),
    ...(typeof resolved === 'string' ? { resolved } : {}),
    ...(typeof node === 'string' ? { node } : {}),
    link: entry['link'] === true,
    dev: entry['dev'] === true,
    optional: entry['optional'] === true,
  };
}

/** Entries with a download address: the lock must work with whatever registry a machine is set to. */
export function downloadAddresses(lock: Lock): string[] {
  return [...lock].flatMap(([name, entry]) =>
    entry.resolved?.includes('://') ? [`${name}: ${entry.resolved}`] : [],
  );
}

const freeLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'PostgreSQL',
  'Zlib',
  'OFL-1.1',
  // Its terms reach only its own files, which are used as they are.
  'MPL-2.0',
]);
const developmentLicences = new Set(['CC-BY-4.0']);
const optionalLicences = new Set(['LGPL-3.0-or-later']);

/** Packages whose manifest names no licence, with the one their licence file gives. */
const readByHand = new Map(
  ['busboy', 'dicer', 'humanize-number', 'only', 'png-js', 'streamsearch'].map((name) => [
    `node_modules/${name}`,
    'MIT',
  ]),
);

function isAllowed(licence: string, entry: LockEntry): boolean {
  const text = licence.replace(/^\(|\)$/g, '');
  const alternatives = text.split(' OR ');
  if (alternatives.length > 1) return alternatives.some((one) => isAllowed(one, entry));
  const parts = text.split(' AND ');
  if (parts.length > 1) return parts.every((one) => isAllowed(one, entry));
  return (
    freeLicences.has(text) ||
    (entry.dev && developmentLicences.has(text)) ||
    (entry.optional && optionalLicences.has(text))
  );
}

export const licenceOf = (name: string, entry: LockEntry): string =>
  entry.license ?? readByHand.get(name) ?? 'none';

export function licenceViolations(lock: Lock): string[] {
  return [...lock]
    .filter(([name, entry]) => name.startsWith('node_modules/') && !entry.link)
    .flatMap(([name, entry]) => {
      const licence = licenceOf(name, entry);
      return isAllowed(licence, entry) ? [] : [`${name}: ${licence}`];
    });
}
