// Values as the tools that export document databases write them, each in its own wrapping, made plain.

type Value = unknown;
type Map = Readonly<Record<string, Value>>;

const isMap = (value: Value): value is Map =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The fields of a record with plain values: times as epoch milliseconds, positions as {latitude, longitude}, references as
 * the id that they lead to, whole numbers that are written as text as numbers where a number can hold them. What is plain
 * already stays as it is. It knows node-firestore-import-export (__datatype__), values that the client libraries turn into
 * JSON (_seconds, _latitude, _path, firestore/...), the REST service (stringValue, mapValue ...) and mongoexport ($date ...).
 */
export function plainFields(fields: Map): Map {
  let changed: Record<string, Value> | null = null;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object' || value === null) continue;
    const plain = plainValue(value);
    if (plain === value) continue;
    changed ??= { ...fields };
    changed[name] = plain;
  }
  return changed ?? fields;
}

function plainValue(value: Value): Value {
  if (Array.isArray(value)) {
    const plain = value.map(plainValue);
    return plain.some((one, at) => one !== value[at]) ? plain : value;
  }
  if (!isMap(value)) return value;
  const names = Object.keys(value);
  const read = wrappings.find(({ isOne }) => isOne(value, names));
  return read === undefined ? plainFields(value) : read.plain(value);
}

interface Wrapping {
  readonly isOne: (value: Map, names: readonly string[]) => boolean;
  readonly plain: (value: Map) => Value;
}

const has = (value: Map, ...names: string[]): boolean => names.every((name) => name in value);
const only = (names: readonly string[], ...allowed: string[]): boolean =>
  names.every((name) => allowed.includes(name));

const wrappings: readonly Wrapping[] = [
  {
    isOne: (value) => has(value, '__datatype__', 'value'),
    plain: ({ __datatype__: type, value }) =>
      type === 'documentReference' ? idWithin(value) : plainValue(value),
  },
  {
    isOne: (value, names) =>
      (has(value, '_seconds') && only(names, '_seconds', '_nanoseconds')) ||
      (has(value, 'seconds') && only(names, 'seconds', 'nanoseconds', 'nanos', 'type')),
    plain: (value) =>
      timeOf(
        value['_seconds'] ?? value['seconds'],
        value['_nanoseconds'] ?? value['nanoseconds'] ?? value['nanos'],
      ) ?? value,
  },
  {
    isOne: (value, names) =>
      (has(value, '_latitude', '_longitude') && names.length === 2) ||
      (has(value, 'latitude', 'longitude', 'type') && names.length === 3),
    plain: (value) => ({
      latitude: value['_latitude'] ?? value['latitude'],
      longitude: value['_longitude'] ?? value['longitude'],
    }),
  },
  {
    isOne: (value) =>
      (has(value, '_path') && (isMap(value['_path']) || has(value, '_firestore'))) ||
      has(value, 'referencePath', 'type'),
    plain: (value) => idWithin(value['referencePath'] ?? value['_path']),
  },
  { isOne: (_value, names) => names.length === 1 && restKind(names[0]) !== null, plain: restValue },
  {
    isOne: (value, names) => names.length === 1 && has(value, '$date'),
    plain: ({ $date: date }) => {
      const plain = plainValue(date);
      return typeof plain === 'string' ? (msOfText(plain) ?? plain) : plain;
    },
  },
  {
    isOne: (_value, names) =>
      names.length === 1 && /^\$(numberLong|numberInt|numberDouble|numberDecimal|oid)$/.test(names[0] ?? ''),
    plain: (value) => {
      const [[name, inner] = ['', '']] = Object.entries(value);
      return name === '$oid' ? inner : wholeOf(inner);
    },
  },
];

const restKinds = [
  'nullValue',
  'booleanValue',
  'integerValue',
  'doubleValue',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
] as const;

function restKind(name: string | undefined): (typeof restKinds)[number] | null {
  return restKinds.find((kind) => kind === name) ?? null;
}

/** One value of the REST service: {"integerValue": "17"}. */
function restValue(wrapped: Map): Value {
  const [[name, value] = ['', null]] = Object.entries(wrapped);
  switch (restKind(name)) {
    case 'nullValue':
      return null;
    case 'integerValue':
    case 'doubleValue':
      return wholeOf(value);
    case 'timestampValue':
      return typeof value === 'string' ? (msOfText(value) ?? value) : plainValue(value);
    case 'referenceValue':
      return idWithin(value);
    case 'geoPointValue':
      // A coordinate of 0 is left out.
      return isMap(value) ? { latitude: value['latitude'] ?? 0, longitude: value['longitude'] ?? 0 } : value;
    case 'arrayValue': {
      const list = isMap(value) ? value['values'] : undefined;
      return Array.isArray(list) ? list.map(plainValue) : [];
    }
    case 'mapValue':
      return isMap(value) && isMap(value['fields']) ? plainFields(value['fields']) : {};
    case 'booleanValue':
    case 'bytesValue':
    case 'stringValue':
    case null:
      return value;
  }
}

/** Whole numbers come as text, for they may be longer than a number can hold. */
function wholeOf(value: Value): Value {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isFinite(number) && (!/^[-+]?\d+$/.test(value) || Number.isSafeInteger(number))
    ? number
    : value;
}

function timeOf(seconds: Value, nanoseconds: Value): number | null {
  const [whole, part] = [wholeOf(plainValue(seconds)), wholeOf(plainValue(nanoseconds ?? 0))];
  if (typeof whole !== 'number' || typeof part !== 'number') return null;
  return whole * 1000 + Math.floor(part / 1e6);
}

/** Of a text with its zone, such as the REST service writes. */
function msOfText(text: string): number | null {
  const ms = /(Z|[+-]\d\d:?\d\d)$/i.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** The last part of where a reference leads: patrollingApp/superAdmin/guards/G1, its segments, or {path}. */
function idWithin(reference: Value): Value {
  if (typeof reference === 'string') return reference.split('/').findLast((part) => part !== '') ?? '';
  if (Array.isArray(reference)) return reference.at(-1);
  if (!isMap(reference)) return reference;
  return idWithin(reference['segments'] ?? reference['path'] ?? reference['_path'] ?? null);
}
