/** The map to choose a point on: loads Leaflet when first drawn and keeps its place meanwhile. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import type { PointMapProps } from './point-map.tsx';

const Loaded = lazy(async () => ({ default: (await import('./point-map.tsx')).PointMap }));

export function LazyPointMap(props: PointMapProps) {
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
