// What the fields of audit entries hold: they are written down as they are stored.

/** Fields by what is read in them: names for ids, times for minutes of the day. */
const readAs: Readonly<Record<string, string>> = {
  siteId: 'site',
  guardIds: 'guards',
  routeId: 'route',
  shiftId: 'shift',
  checkpointId: 'checkpoint',
  fromMinute: 'from',
  toMinute: 'to',
  dayStartMinute: 'dayStart',
  minute: 'time',
  minutes: 'times',
};

export const readNameOf = (field: string): string =>
  (Object.hasOwn(readAs, field) ? readAs[field] : undefined) ?? field;

const timesOfDay = new Set([
  'patrolTour.schedule.fromMinute',
  'patrolTour.schedule.minutes',
  'patrolTour.schedule.toMinute',
  'scheduledReport.dayStartMinute',
  'scheduledReport.timing.minute',
  'shift.fromMinute',
  'shift.toMinute',
]);

/** Whether a field holds a minute of the day; `path` names the kind of record, then each field that leads to it. */
export const isTimeOfDay = (path: string): boolean => timesOfDay.has(path);
