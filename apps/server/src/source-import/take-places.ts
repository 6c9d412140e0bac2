// checkPoints, qrCodes, shifts, patrolRoutes and patrolTours: what is planned.
import { flag, ids, neededText, number, position, Refusal, text } from './source-values.ts';
import { type Fields } from './source-values.ts';
import type { KnownPlace, Take } from './taking.ts';

export const defaultRadiusMetres = 30;

export const takeCheckpoint: Take = (id, fields, known) => {
  const siteId = known.siteOf(fields);
  const at = position(fields, 'checkPoint') ?? position(fields, '');
  if (at === null) throw new Refusal('has no position');
  const radius = number(fields, 'radius', 'radiusMetres') ?? 0;
  const row = {
    id: known.id('checkPoints', id),
    site_id: siteId,
    name: neededText(fields, 'checkPointName', 'name'),
    ...at,
    radius_metres: radius > 0 ? radius : defaultRadiusMetres,
    instructions: text(fields, 'instructions', 'description'),
    activated: flag(fields, 'activated', true),
  };
  const { name, radius_metres: radiusMetres } = row;
  known.places.set(id, { id: row.id, siteId, name, ...at, radiusMetres });
  return { main: { table: 'checkpoints', row } };
};

/** The codes that hang on the walls go on being known, so that none has to be printed anew. */
export const takeCode: Take = (id, fields, known) => {
  const sourceId = neededText(fields, 'checkPointId', 'checkpointId');
  const place = known.places.get(sourceId);
  if (place === undefined) throw new Refusal(`its checkpoint ${sourceId} is not in the export`);
  const row = {
    id: known.id('qrCodes', id),
    checkpoint_id: place.id,
    code: text(fields, 'code', 'qrCode') || id,
  };
  const { ids: present, texts, coded } = known.codes;
  if (!present.has(row.id)) {
    if (coded.has(place.id)) throw new Refusal(`its checkpoint ${sourceId} has a QR code already`);
    if (texts.has(row.code)) throw new Refusal(`its code ${row.code} is another checkpoint's`);
  }
  coded.add(place.id);
  texts.add(row.code);
  return { main: { table: 'qr_codes', row } };
};

export const takeShift: Take = (id, fields, known, note) => {
  const fromMinute = minuteOf(fields, 'fromTime');
  const toMinute = minuteOf(fields, 'toTime');
  if (fromMinute === toMinute) throw new Refusal('fromTime and toTime are equal');
  const days = ids(fields, 'weekdays', 'days').map(Number);
  const weekdays = days.filter((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  if (weekdays.length === 0) note('names no weekdays: taken for every day');
  const row = {
    id: known.id('shifts', id),
    site_id: known.siteOf(fields),
    name: neededText(fields, 'shiftName', 'name'),
    from_minute: fromMinute,
    to_minute: toMinute,
    weekdays: weekdays.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : weekdays.toSorted((one, other) => one - other),
    activated: flag(fields, 'activated', true),
  };
  known.shifts.set(id, row.id);
  const others = ids(fields, 'guards', 'guardIds').flatMap((guard) => {
    const found = known.guards.get(guard);
    if (found === undefined) note(`its guard ${guard} is not in the export`);
    return found === undefined ? [] : [['shift_guards', { shift_id: row.id, guard_id: found.id }] as const];
  });
  return { main: { table: 'shifts', row }, others };
};

/** 22:00, 22:00:00, 10:00 PM, or minutes after midnight. */
function minuteOf(fields: Fields, name: string): number {
  const given = neededText(fields, name);
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(given);
  const [, hours = '', minutes = '', half] = clock ?? [];
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const minute = clock === null ? Number(given) : hour * 60 + Number(minutes);
  if (Number.isInteger(minute) && minute >= 0 && minute < 1440) return minute;
  throw new Refusal(`${name} ${given} is not a time of day`);
}

export const takeRoute: Take = (id, fields, known, note) => {
  const siteId = known.siteOf(fields);
  const name = neededText(fields, 'routeName', 'name');
  const points = ids(fields, 'checkPoints', 'checkPointIds').flatMap((point) => {
    const place = known.places.get(point);
    const isHere = place?.siteId === siteId;
    if (!isHere)
      note(`its checkpoint ${point} is ${place === undefined ? 'not in the export' : "another site's"}`);
    return place !== undefined && isHere ? [place] : [];
  });
  const routeId = known.id('patrolRoutes', id);
  known.routes.set(id, { id: routeId, siteId });
  const isFixedOrder = flag(fields, 'fixedOrder', false);
  const version = { id: known.id('routeVersion', id), ...versionOf(routeId, siteId, name, points) };
  const row = {
    id: routeId,
    site_id: siteId,
    name,
    is_fixed_order: isFixedOrder,
    activated: flag(fields, 'activated', true),
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

/** A version without its id, whose checkpoints stand as they were when it was walked. */
export function versionOf(
  routeId: string,
  siteId: string,
  name: string,
  points: readonly Omit<KnownPlace, 'siteId'>[],
) {
  const checkpoints = points.map(({ id, name: pointName, latitude, longitude, radiusMetres }) => ({
    checkpointId: id,
    name: pointName,
    latitude,
    longitude,
    radiusMetres,
  }));
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

export const takeTour: Take = (id, fields, known, note) => {
  const sourceId = neededText(fields, 'patrolRouteId', 'routeId');
  const route = known.routes.get(sourceId);
  if (route === undefined) throw new Refusal(`its route ${sourceId} is not in the export`);
  const shift = text(fields, 'shiftId');
  const shiftId = known.shifts.get(shift) ?? null;
  if (shift !== '' && shiftId === null) note(`its shift ${shift} is not in the export`);
  const row = {
    id: known.id('patrolTours', id),
    route_id: route.id,
    shift_id: shiftId,
    name: neededText(fields, 'tourName', 'name'),
    activated: flag(fields, 'activated', true),
  };
  return { main: { table: 'patrol_tours', row } };
};
