// Positions as people, maps and phones give them.
import type { Position } from '../geo.ts';
import { plainText } from './fold.ts';
import { textsInLink } from './map-links.ts';
import { readNumber } from './numbers.ts';

type Axis = keyof Position;

/** Links of maps are long, and nothing longer is a position. */
const textMaxLength = 1_000;

const limits: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };

/**
 * Latitude and longitude in degrees, within their ranges: decimal degrees, degrees with minutes and seconds, N, S, E and W before or
 * behind, both named, a link of a map, a geo: address, WKT. Without letters or names the latitude comes first. Null for anything else.
 */
export function readPosition(text: string): Position | null {
  const found = readCoordinates(text);
  return found !== null && isOnEarth(found) ? found : null;
}

const isOnEarth = ({ latitude, longitude }: Position): boolean =>
  Math.abs(latitude) <= limits.latitude && Math.abs(longitude) <= limits.longitude;

/** As readPosition(), also where a number is beyond its range, so that it can be said which. */
export function readCoordinates(text: string): Position | null {
  if (text.length > textMaxLength) return null;
  const bare = withMarks(text);
  const linked = textsInLink(bare);
  if (linked !== null) return linked.map(readCoordinates).find((found) => found !== null) ?? null;
  return namedPair(bare) ?? pointOfWkt(bare) ?? writtenPair(unwrapped(bare));
}

/** One of the two by itself, in degrees; null for no number, and for a letter of the other. The range is not checked. */
export function readDegrees(text: string, axis: Axis): number | null {
  if (text.length > textMaxLength) return null;
  const angle = readAngle(withMarks(text).replace(nameOf[axis], ''));
  return angle === null || (angle.axis ?? axis) !== axis ? null : angle.degrees;
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/[º˚]|\s*\b(?:degrees?|deg)\b\.?/gi, '°'],
  [/[’‘′`´ʹ]{2}|[“”″ʺ]|''|\s*\b(?:seconds?|secs?)\b\.?/gi, '"'],
  [/[’‘′`´ʹ]|\s*\b(?:minutes?|mins?)\b\.?/gi, "'"],
  [/\bnorth\b|उत्तर/gi, 'N'],
  [/\bsouth\b|दक्षिण/gi, 'S'],
  [/\beast\b|पूर्व/gi, 'E'],
  [/\bwest\b|पश्चिम/gi, 'W'],
  [/٫/g, '.'],
  [/[،、]/g, ','],
];

/** With one way of writing degrees, minutes, seconds and the four winds. */
const withMarks = (text: string): string =>
  spellings.reduce((text, [pattern, mark]) => text.replaceAll(pattern, mark), plainText(text));

const unwrapped = (text: string): string =>
  text
    .replace(/^(?:gps|coordinates?|coords?|position|location)\s*[:=]?\s*/i, '')
    .replaceAll(/^[([{]|[)\]}]$/g, '')
    .trim();

const number = String.raw`\d+(?:[.,]\d*)?|[.,]\d+`;
const wind = '[NSEW]';
/** Degrees, and behind a mark or a space minutes and seconds. */
const anglePattern = new RegExp(
  `^(${wind})?\\s*([+-])?\\s*(${number})(?:(?:\\s*[°:]\\s*|\\s+)(${number})(?:(?:\\s*[':]\\s*|\\s+)(${number})\\s*"?)?\\s*'?)?\\s*°?\\s*(${wind})?$`,
  'i',
);

interface Angle {
  readonly degrees: number;
  /** Null where no letter says which it is. */
  readonly axis: Axis | null;
}

function readAngle(text: string): Angle | null {
  const bare = text.replaceAll(/^[\s,;:=]+|[\s,;]+$/g, '');
  const plain = readNumber(bare);
  if (plain !== null) return { degrees: plain, axis: null };
  const [, before, sign, whole, minutes, seconds, behind] = anglePattern.exec(bare) ?? [];
  const letter = (before ?? behind)?.toUpperCase();
  if (whole === undefined || (before !== undefined && behind !== undefined)) return null;
  if (sign === '-' && letter !== undefined) return null;
  const degrees = inDegrees(whole, minutes, seconds);
  if (degrees === null) return null;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  return { degrees: isNegative ? -degrees : degrees, axis: letter === undefined ? null : axisOf(letter) };
}

const axisOf = (letter: string): Axis => (letter === 'N' || letter === 'S' ? 'latitude' : 'longitude');

/** Null where minutes or seconds are 60 or more, or what comes before them is no whole number. */
function inDegrees(whole: string, minutes?: string, seconds?: string): number | null {
  const [degree, minute, second] = [whole, minutes ?? '0', seconds ?? '0'].map((part) => readNumber(part));
  if (typeof degree !== 'number' || typeof minute !== 'number' || typeof second !== 'number') return null;
  if (minute >= 60 || second >= 60) return null;
  if (minutes !== undefined && !Number.isInteger(degree)) return null;
  if (seconds !== undefined && !Number.isInteger(minute)) return null;
  return degree + minute / 60 + second / 3_600;
}

const nameOf: Readonly<Record<Axis, RegExp>> = {
  latitude: /(?:\blat(?:itude)?\b|अक्षांश)["']?\s*[.:=]?/i,
  longitude: /(?:\b(?:lng|lon|long|longitude)\b|देशांतर|रेखांश)["']?\s*[.:=]?/i,
};

/** `lat: 18.5, lng: 73.7`, in either order. */
function namedPair(text: string): Position | null {
  const bare = text.replaceAll(/[{}()[\]]/g, ' ');
  const [north, east] = [nameOf.latitude.exec(bare), nameOf.longitude.exec(bare)];
  if (north === null || east === null) return null;
  const isNorthFirst = north.index < east.index;
  const [first, second] = isNorthFirst ? [north, east] : [east, north];
  const quoted = (part: string) => part.trim().replaceAll(/^["']|["'],?\s*["']?$|,\s*["']$/g, '');
  const between = quoted(bare.slice(first.index + first[0].length, second.index));
  const behind = quoted(bare.slice(second.index + second[0].length));
  // "Lat/long 18.5, 73.7": both names in front of both numbers.
  if (between.replaceAll(/[\s,;/:&-]|and/gi, '') === '') return isNorthFirst ? writtenPair(behind) : null;
  const latitude = readAngle(isNorthFirst ? between : behind);
  const longitude = readAngle(isNorthFirst ? behind : between);
  if (latitude === null || longitude === null) return null;
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') return null;
  return { latitude: latitude.degrees, longitude: longitude.degrees };
}

/** `POINT(73.7 18.5)`: the longitude comes first there. */
function pointOfWkt(text: string): Position | null {
  const [, east = '', north = ''] = /^(?:SRID=4326;\s*)?POINT\s*\(\s*(\S+) (\S+)\s*\)$/i.exec(text) ?? [];
  const [latitude, longitude] = [readNumber(north), readNumber(east)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function writtenPair(text: string): Position | null {
  for (const split of splits) {
    const found = pairOf(split(text));
    if (found !== null) return found;
  }
  return null;
}

type Halves = readonly [string, string] | null;

function pairOf(halves: Halves): Position | null {
  if (halves === null) return null;
  const [first, second] = [readAngle(halves[0]), readAngle(halves[1])];
  if (first === null || second === null || (first.axis !== null && first.axis === second.axis)) return null;
  const isEastFirst = first.axis === 'longitude' || second.axis === 'latitude';
  return isEastFirst
    ? { latitude: second.degrees, longitude: first.degrees }
    : { latitude: first.degrees, longitude: second.degrees };
}

/** Ways to tell where one angle ends and the other begins; the first that makes two angles counts. */
const splits: readonly ((text: string) => Halves)[] = [
  splitAtWinds,
  (text) => splitAt(text, /\s*[;|/~]\s*|\s*,\s+|\s+,\s*/),
  (text) => splitAt(text, /\s+/),
  splitAtCommas,
  splitAtDegrees,
];

/** Behind the first letter, or before the second where they come in front. */
function splitAtWinds(text: string): Halves {
  const letters = [...text.matchAll(/(^|[^A-Z])[NSEW](?![A-Z])/gi)];
  const [first, second, ...more] = letters.map((found) => (found.index ?? 0) + (found[1]?.length ?? 0));
  if (first === undefined || second === undefined || more.length > 0) return null;
  const at = first === 0 ? second : first + 1;
  return [text.slice(0, at), text.slice(at).replace(/^\s*[;|/~]/, '')];
}

function splitAt(text: string, separator: RegExp): Halves {
  const [first, second, ...more] = text.split(separator);
  return first === undefined || second === undefined || more.length > 0 ? null : [first, second];
}

/** `18.5,73.7`, and `18,5,73,7` where each has its decimals behind a comma. */
function splitAtCommas(text: string): Halves {
  const [, first, second] = /^([^,]+,[^,]+),([^,]+,[^,]+)$/.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  return splitAt(text, /,/);
}

/** `18°34'31.8" 73°46'27.1"`: before the second number with a degree sign. */
function splitAtDegrees(text: string): Halves {
  const [first, second, ...more] = [...text.matchAll(/[+-]?[\d.,]+\s*°/g)];
  if (first === undefined || second === undefined || more.length > 0) return null;
  return [text.slice(0, second.index), text.slice(second.index)];
}
