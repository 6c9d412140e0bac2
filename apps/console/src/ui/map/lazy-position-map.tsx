/** The map for pages: loads Leaflet when first drawn and keeps its place meanwhile. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../display/skeleton.tsx';
import type { PositionMapProps } from './map-types.ts';

const Loaded = lazy(async () => ({ default: (await import('./position-map.tsx')).PositionMap }));

export function LazyPositionMap(props: PositionMapProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 360} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
