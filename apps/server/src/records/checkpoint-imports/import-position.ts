// Where a row puts its checkpoint, from two cells or from one for both.
import { type CheckpointImportField, checkpointSiteMaxMetres } from '@watchpost/domain/checkpoint-import';
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import { readCoordinates, readDegrees } from '@watchpost/domain/readers/positions';
import type { RowError } from '../record-imports/import-kind.ts';

/** What a cell shows, and its number in full where that is shown shortened. */
export interface Cell {
  readonly shown: string;
  readonly exact: string | undefined;
}
type CellOf = (field: CheckpointImportField) => Cell;

interface Written extends Position {
  readonly latitudeField: CheckpointImportField;
  readonly longitudeField: CheckpointImportField;
  readonly value: string;
}

/** Nothing where the cells are empty or wrong; `site` is null where the row names none. */
export function readPosition(cellOf: CellOf, site: Position | null, errors: RowError[]): Partial<Position> {
  const written = writtenIn(cellOf, errors);
  if (written === null) return {};
  const found = problems(written, site);
  errors.push(...found);
  const { latitude, longitude } = written;
  return found.length === 0 ? { latitude, longitude } : {};
}

function writtenIn(cellOf: CellOf, errors: RowError[]): Written | null {
  const [latitude, longitude] = [cellOf('latitude'), cellOf('longitude')];
  if (latitude.shown !== '' || longitude.shown !== '') {
    return {
      latitude: degreesOf(latitude, 'latitude'),
      longitude: degreesOf(longitude, 'longitude'),
      latitudeField: 'latitude',
      longitudeField: 'longitude',
      value: `${latitude.shown}, ${longitude.shown}`,
    };
  }
  const { shown: value } = cellOf('position');
  if (value === '') return null;
  const found = readCoordinates(value);
  if (found === null) {
    errors.push({ field: 'position', value, message: 'import_position_unreadable' });
    return null;
  }
  return { ...found, latitudeField: 'position', longitudeField: 'position', value };
}

/** NaN for no number. A cell that shows two decimals has them all: the place is the one that it has. */
function degreesOf({ shown, exact }: Cell, axis: keyof Position): number {
  const degrees = readDegrees(shown, axis) ?? Number.NaN;
  const whole = exact === undefined ? Number.NaN : Number(exact);
  return Math.abs(whole - degrees) < 1 ? whole : degrees;
}

const isLatitude = (degrees: number): boolean => Math.abs(degrees) <= 90;
const isLongitude = (degrees: number): boolean => Math.abs(degrees) <= 180;
const isPosition = ({ latitude, longitude }: Position): boolean =>
  isLatitude(latitude) && isLongitude(longitude);

const isNear = (position: Position, site: Position): boolean =>
  isPosition(position) && distanceMetres(position, site) <= checkpointSiteMaxMetres;

function problems(written: Written, site: Position | null): RowError[] {
  const { latitude, longitude, latitudeField, longitudeField, value } = written;
  if (site !== null && isNear(written, site)) return [];
  const swapped = { latitude: longitude, longitude: latitude };
  if (site !== null && isNear(swapped, site)) {
    return [{ field: latitudeField, value, message: 'import_position_swapped' }];
  }
  const found: RowError[] = [];
  if (!isLatitude(latitude)) found.push({ field: latitudeField, value, message: 'latitude_range' });
  if (!isLongitude(longitude)) found.push({ field: longitudeField, value, message: 'longitude_range' });
  if (found.length > 0 || site === null) return found;
  return [{ field: latitudeField, value, message: 'import_position_far' }];
}
