// What the board's map draws: guards where they were last, others at their site, and anyone who calls for help above all.
import type { LiveBoard } from '@watchpost/contract/live-board';
import { activityOf } from '@watchpost/domain/live-board';
import type { LiveMark } from '../../ui/map/live-map-types.ts';

const tones = { active: 'good', idle: 'late', inactive: 'missed' } as const;

interface Names {
  readonly guards: (site: string, count: number) => string;
  readonly sos: (guard: string, site: string) => string;
}

/** Every guard on duty counts once, be it at the last scan or at the site. */
export function marksOf(board: LiveBoard, nowMs: number, names: Names): LiveMark[] {
  const located = board.guards?.data.filter(({ position }) => position !== null) ?? [];
  const guards = located.flatMap(({ guardId, guardName, siteName, position, lastSignMs }) =>
    position === null
      ? []
      : {
          id: guardId,
          label: `${guardName}, ${siteName}`,
          lat: position.latitude,
          lng: position.longitude,
          weight: 1,
          tone: tones[activityOf(lastSignMs, nowMs)],
        },
  );
  const drawn = new Map<string, number>();
  for (const { siteId } of located) drawn.set(siteId, (drawn.get(siteId) ?? 0) + 1);
  const sites = board.sites.map(({ id, name, latitude, longitude, onDuty, silent }): LiveMark => {
    const others = Math.max(0, onDuty - (drawn.get(id) ?? 0));
    const tone = others === 0 ? 'unknown' : silent > 0 ? 'late' : 'good';
    return { id, label: names.guards(name, onDuty), lat: latitude, lng: longitude, weight: others, tone };
  });
  const positions = new Map(board.sites.map((site) => [site.id, site]));
  const calls = board.sos.data.flatMap(({ id, guardName, siteName, siteId, position }): LiveMark[] => {
    const found = position ?? positions.get(siteId ?? '');
    if (found === undefined) return [];
    const { latitude: lat, longitude: lng } = found;
    return [
      { id, label: names.sos(guardName, siteName), lat, lng, weight: 1, tone: 'missed', isAlarm: true },
    ];
  });
  return [...sites, ...guards, ...calls];
}
