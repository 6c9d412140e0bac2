// Where a row puts its checkpoint, from two cells or from one for both.
import {
  type CheckpointImportField,
  checkpointSiteMaxMetres,
  readDecimal,
  readPair,
} from '@watchpost/domain/checkpoint-import';
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import type { RowError } from '../../record-imports/import-kind.ts';

type CellOf = (field: CheckpointImportField) => string | undefined;

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
  const [latitude = '', longitude = ''] = [cellOf('latitude'), cellOf('longitude')];
  if (latitude !== '' || longitude !== '') {
    return {
      latitude: readDecimal(latitude),
      longitude: readDecimal(longitude),
      latitudeField: 'latitude',
      longitudeField: 'longitude',
      value: `${latitude}, ${longitude}`,
    };
  }
  const value = cellOf('position') ?? '';
  if (value === '') return null;
  const pair = readPair(value);
  if (pair === null) {
    errors.push({ field: 'position', value, message: 'import_position_unreadable' });
    return null;
  }
  const [north, east] = pair;
  return { latitude: north, longitude: east, latitudeField: 'position', longitudeField: 'position', value };
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
