// checkPoints, qrCodes, shifts, patrolRoutes and patrolTours: what is planned.
import { radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';
import { asciiDigits } from '@watchpost/domain/readers/fold';
import { readNumber } from '@watchpost/domain/readers/numbers';
import { Refusal, type SourceRecord } from './source-record.ts';
import type { KnownRecord, Take } from './taking.ts';

export const defaultRadiusMetres = 30;

export const takeCheckpoint: Take = (id, record, known) => {
  const siteId = known.siteOf(record);
  const at = record.position('checkPoint') ?? record.position('');
  if (at === null) throw new Refusal('has no position');
  const radius = record.number('radius', 'radiusMetres') ?? 0;
  const row = {
    id: known.id('checkPoints', id),
    site_id: siteId,
    name: record.neededText('checkPointName', 'name'),
    ...at,
    radius_metres: radiusOf(radius, record),
    instructions: record.longText('instructions', 'description'),
    activated: record.flag('activated', true),
  };
  const { name, radius_metres: radiusMetres } = row;
  known.records.set(id, { id: row.id, siteId, name, ...at, radiusMetres });
  return { main: { table: 'checkpoints', row } };
};

/** Within what the form takes, so that the checkpoint can be saved again. */
function radiusOf(radius: number, record: SourceRecord): number {
  if (radius === 0) return defaultRadiusMetres;
  const taken = Math.min(radiusMaxMetres, Math.max(radiusMinMetres, Math.round(radius)));
  const used = radius < 0 ? defaultRadiusMetres : taken;
  if (used !== radius)
    record.report('changed', record.nameOf('radius', 'radiusMetres'), `${radius} m is taken as ${used} m`);
  return used;
}

/** The codes that hang on the walls go on being known, so that none has to be printed again. */
export const takeCode: Take = (id, record, known) => {
  const sourceId = record.neededText('checkPointId', 'checkpointId');
  const owner = known.records.get(sourceId);
  if (owner === undefined) throw new Refusal(`its checkpoint ${sourceId} is not in the export`);
  const row = {
    id: known.id('qrCodes', id),
    checkpoint_id: owner.id,
    code: record.text('code', 'qrCode') || id,
  };
  const { ids: present, texts, coded } = known.codes;
  if (!present.has(row.id)) {
    if (coded.has(owner.id)) throw new Refusal(`its checkpoint ${sourceId} has a QR code already`);
    if (texts.has(row.code)) throw new Refusal(`its code ${row.code} is another checkpoint's`);
  }
  coded.add(owner.id);
  texts.add(row.code);
  return { main: { table: 'qr_codes', row } };
};

export const takeShift: Take = (id, record, known) => {
  const fromMinute = minuteOf(record, 'fromTime');
  const toMinute = minuteOf(record, 'toTime');
  if (fromMinute === toMinute) throw new Refusal('fromTime and toTime are equal');
  const row = {
    id: known.id('shifts', id),
    site_id: known.siteOf(record),
    name: record.neededText('shiftName', 'name'),
    from_minute: fromMinute,
    to_minute: toMinute,
    weekdays: weekdaysOf(record),
    activated: record.flag('activated', true),
  };
  known.shifts.set(id, row.id);
  const others = record.ids('guards', 'guardIds').flatMap((guard) => {
    const found = known.guards.get(guard);
    if (found !== undefined) return [['shift_guards', { shift_id: row.id, guard_id: found.id }] as const];
    record.report('notTaken', record.nameOf('guards', 'guardIds'), `its guard ${guard} is not in the export`);
    return [];
  });
  return { main: { table: 'shifts', row }, others };
};

/** Sunday 1 to Saturday 7. */
function weekdaysOf(record: SourceRecord): number[] {
  const given = record.ids('weekdays', 'days');
  const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;
  const days = given.map((day) => readNumber(day) ?? Number.NaN);
  const name = record.nameOf('weekdays', 'days');
  for (const [at, day] of days.entries())
    if (!isDay(day)) record.report('notTaken', name, `${given[at] ?? ''} is no weekday from 1 to 7`);
  const weekdays = [...new Set(days.filter(isDay))].toSorted((one, other) => one - other);
  if (weekdays.length > 0) return weekdays;
  record.report('assumed', name, 'names no weekdays: taken for every day');
  return [1, 2, 3, 4, 5, 6, 7];
}

/** 22:00, 22:00:00, 10:00 PM, or minutes after midnight. */
function minuteOf(record: SourceRecord, name: string): number {
  const given = record.neededText(name);
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(asciiDigits(given));
  const [, hours = '', minutes = '', half] = clock ?? [];
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const minute = clock === null ? (readNumber(given) ?? Number.NaN) : hour * 60 + Number(minutes);
  if (Number.isInteger(minute) && minute >= 0 && minute < 1440) return minute;
  throw new Refusal(`${name} ${given} is not a time of day`);
}

export const takeRoute: Take = (id, record, known) => {
  const siteId = known.siteOf(record);
  const name = record.neededText('routeName', 'name');
  const points = record.ids('checkPoints', 'checkPointIds').flatMap((point) => {
    const owner = known.records.get(point);
    if (owner !== undefined && owner.siteId === siteId) return [owner];
    const reason = owner === undefined ? 'not in the export' : "another site's";
    record.report(
      'notTaken',
      record.nameOf('checkPoints', 'checkPointIds'),
      `its checkpoint ${point} is ${reason}`,
    );
    return [];
  });
  const routeId = known.id('patrolRoutes', id);
  known.routes.set(id, { id: routeId, siteId });
  const isFixedOrder = record.flag('fixedOrder', false);
  const version = { id: known.id('routeVersion', id), ...versionOf(routeId, siteId, name, points) };
  const row = {
    id: routeId,
    site_id: siteId,
    name,
    is_fixed_order: isFixedOrder,
    activated: record.flag('activated', true),
    current_version_id: version.id,
  };
  const others = points.map(
    (point, index) =>
      [
        'patrol_route_checkpoints',
        { route_id: routeId, position: index + 1, checkpoint_id: point.id, expected_minutes: 0 },
      ] as const,
  );
  return {
    main: { table: 'patrol_routes', row },
    others: [...others, ['route_versions', { ...version, is_fixed_order: isFixedOrder }]],
  };
};

interface WalkedPoint extends Omit<KnownRecord, 'siteId'> {
  /** As the record of a round says; left out where it does not. */
  readonly isActivated?: boolean;
}

/** A version without its id, whose checkpoints are as they were when it was walked. */
export function versionOf(routeId: string, siteId: string, name: string, points: readonly WalkedPoint[]) {
  const checkpoints = points.map(
    ({ id, name: pointName, latitude, longitude, radiusMetres, isActivated }) => ({
      checkpointId: id,
      name: pointName,
      latitude,
      longitude,
      radiusMetres,
      ...(isActivated === undefined ? {} : { isActivated }),
    }),
  );
  return {
    route_id: routeId,
    site_id: siteId,
    name,
    is_fixed_order: false,
    checkpoints,
    created_at: openingOfTime,
  };
}

/** Versions of the source have no age: the product sorts its own after them. */
const openingOfTime = '2000-01-01T00:00:00Z';

export const takeTour: Take = (id, record, known) => {
  const sourceId = record.neededText('patrolRouteId', 'routeId');
  const route = known.routes.get(sourceId);
  if (route === undefined) throw new Refusal(`its route ${sourceId} is not in the export`);
  const shift = record.text('shiftId');
  const shiftId = known.shifts.get(shift) ?? null;
  if (shift !== '' && shiftId === null)
    record.report('notTaken', 'shiftId', `its shift ${shift} is not in the export`);
  const row = {
    id: known.id('patrolTours', id),
    route_id: route.id,
    shift_id: shiftId,
    name: record.neededText('tourName', 'name'),
    activated: record.flag('activated', true),
  };
  return { main: { table: 'patrol_tours', row } };
};
