// A route on the map: its checkpoints by number, and the way between them where the order is fixed.
import type { PlacedCheckpoint } from '@watchpost/contract/patrol-routes';
import { walkMetres } from '@watchpost/domain/patrol-routes';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { useMemo } from 'react';
import { session } from '../../lib/current-session.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { LazyPositionMap } from '../../ui/map/lazy-position-map.tsx';
import type { ActualPosition } from '../../ui/map/map-types.ts';

interface RouteMapProps {
  readonly stops: readonly PlacedCheckpoint[];
  readonly isFixedOrder: boolean;
}

const noScans: readonly ActualPosition[] = [];
const nothingWalked: readonly string[] = [];

export function RouteMap({ stops, isFixedOrder }: RouteMapProps) {
  const expected = useMemo(
    () =>
      stops.map((stop, index) => ({
        id: stop.id,
        label: `${index + 1}. ${stop.name}`,
        lat: stop.latitude,
        lng: stop.longitude,
        radiusMetres: stop.radiusMetres,
        order: index + 1,
        meaning: stop.activated ? ('good' as const) : ('missed' as const),
      })),
    [stops],
  );
  const { mapCentre, mapZoom } = fromConfig(session.tenantConfig);
  const names = stops.map(({ name }) => name).join(', ');
  return (
    <LazyPositionMap
      label={t('routes.map')}
      textAlternative={names === '' ? t('routes.mapEmpty') : t('routes.mapWords', { names })}
      expected={expected}
      actual={noScans}
      walkedIds={nothingWalked}
      isWayDrawn={isFixedOrder}
      center={{ lat: mapCentre.latitude, lng: mapCentre.longitude, zoom: mapZoom }}
      zoomInLabel={t('routes.zoomIn')}
      zoomOutLabel={t('routes.zoomOut')}
      height="380px"
    />
  );
}

/** E.g. '6 checkpoints, 25 minutes, 840 m'. */
export function routeTotals(stops: readonly PlacedCheckpoint[], minutes: number): string {
  const metres = Math.round(walkMetres(stops)).toLocaleString(currentLocale());
  const checkpoints = t('routes.stopCount', { count: stops.length });
  return t('routes.totals', { checkpoints, minutes: t('routes.minuteCount', { count: minutes }), metres });
}
